/** Asks the tests about mutants, several side by side, and writes down each verdict as soon as it is known. */
import type { Advisor } from "./covering.ts";
import { describe, type Mutant } from "./mutant.ts";
import type { Verdict, Verdicts } from "./verdicts.ts";
import type { Workshop } from "./workshop.ts";

export type Bench = Pick<Workshop, "run" | "with">;

export type JudgeOptions = {
  readonly advisor: Advisor;
  /** Of the tests' usual time; at least three tests are asked all the same. */
  readonly mostSec: number;
};

const LEAST_ASKED = 3;

/** Dead at the first test that fails or hangs; alive when those asked stay green, or when nobody can be asked. */
export async function judge(bench: Bench, mutant: Mutant, { advisor, mostSec }: JudgeOptions): Promise<Verdict> {
  const candidates = advisor.candidates(mutant);
  const begun = performance.now();
  const asked: string[] = [];
  let spent = 0;
  const verdict = (word: Verdict["word"], tests: readonly string[]): Verdict => ({
    id: mutant.id,
    word,
    tests,
    seconds: (performance.now() - begun) / 1000,
    notAsked: word === "alive" ? candidates.length - asked.length : 0,
  });
  return bench.with(mutant, async () => {
    for (const { test, seconds = 0, startsProcesses } of candidates) {
      if (asked.length >= LEAST_ASKED && spent + advisor.secondsOf(test) > mostSec) break;
      const run = await bench.run(test, { timeoutMs: 3_000 * seconds + 10_000, stopsAtFailure: !startsProcesses });
      if (run.verdict === "unloadable") return verdict("invalid", [test]);
      advisor.learn(mutant, test, run.verdict !== "passed");
      if (run.verdict !== "passed") return verdict("dead", [test]);
      asked.push(test);
      advisor.timed(test, run.seconds);
      spent += advisor.secondsOf(test);
    }
    return verdict("alive", asked);
  });
}

export type QueueOptions = JudgeOptions & {
  readonly benches: readonly Bench[];
  readonly verdicts: Verdicts;
  readonly say: (text: string) => void;
  readonly isStopped: () => boolean;
};

/** Judges the mutants of the queue that have no verdict yet. */
export async function judgeAll(queue: readonly Mutant[], options: QueueOptions): Promise<void> {
  const { verdicts, say, isStopped } = options;
  const isJudged = (mutant: Mutant) => {
    const word = verdicts.of.get(mutant.id)?.word;
    return word !== undefined && word !== "compiles";
  };
  const waiting = queue.filter((mutant) => !isJudged(mutant));
  let done = queue.length - waiting.length;
  await Promise.all(
    options.benches.map(async (bench) => {
      for (let mutant = waiting.shift(); mutant && !isStopped(); mutant = waiting.shift()) {
        const verdict = await judge(bench, mutant, options);
        verdicts.add(verdict);
        done += 1;
        const by = verdict.word === "alive" ? `${verdict.tests.length} tests stay green` : (verdict.tests[0] ?? "");
        say(
          `${done}/${queue.length}  ${verdict.word.toUpperCase().padEnd(7)}  ${mutant.id}  ${mutant.file}:${mutant.line}  ${describe(mutant)}  (${by}, ${verdict.seconds.toFixed(1)} s)`,
        );
      }
    }),
  );
}
