/**
 * Apertium: a translator that is a program of this machine. A text reaches it by its standard input alone. It gets nothing of this process's
 * environment, is bounded by the kernel, and is killed with all that it started when it takes too long or answers too much.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Pair } from "#contract/reach/translations/pairs.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { warnOnce } from "../../file-work/child-limits.ts";
import { fairTurns } from "../../file-work/queue.ts";
import { type Mode, modesFrom } from "./modes.ts";

export type Translator = {
  /** Those that were installed when it was last asked. Asks again from time to time, and answers from what it knows meanwhile. */
  pairs(): readonly Pair[];
  /** Settles when it has been asked for the first time. */
  readonly isAsked: Promise<void>;
  /** Refuses translation.no_pair, translation.busy, translation.failed. An account has one text translated at a time. */
  translate(asked: { readonly text: string; readonly account: string } & Pair): Promise<string>;
};

/** UTF-8 locale: Apertium refuses to start without one. */
const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C.UTF-8", TMPDIR: "/tmp" };
/** For each process of the pipeline that a translation is: no core, files of 4 MB, 512 MB of memory, 10 s of the processor. */
const LIMITS = "ulimit -c 0; ulimit -f 8192; ulimit -d 524288; ulimit -t 10";
const LIST_MS = 5_000;
const ASK_AGAIN_MS = 600_000;
const BUSY_RETRY_SEC = 10;
/** Letters. The longest text of a user has 5000. */
const MOST_TEXT = 6_000;
const MOST_REPLY_BYTES = 128 * 1024;

const busy = () => new Refusal("translation.busy", { retryAfterSec: BUSY_RETRY_SEC });

type Options = {
  /** Its name on the path of the system, or its file. */
  readonly program: string;
  readonly patienceMs?: number;
  readonly atOnce?: number;
  readonly nowMs?: () => number;
};

export function openApertium({ program, patienceMs = 10_000, atOnce = 2, nowMs = Date.now }: Options): Translator {
  let modes: readonly Mode[] = [];
  let askedMs = nowMs();
  const turns = fairTurns({ atOnce, mostWaiting: 40, mostWaitingOfOne: 4, patienceMs, busy });
  const ask = async () => {
    askedMs = nowMs();
    const listed = await answerOf(start(program, ["-l"]), { text: "", patienceMs: LIST_MS });
    // A machine without the program has no pairs; that is no fault.
    modes = listed === undefined ? [] : modesFrom(listed);
  };
  const isAsked = ask();
  return {
    isAsked,
    pairs() {
      if (nowMs() - askedMs >= ASK_AGAIN_MS) void ask();
      return modes.map(({ from, to }) => ({ from, to }));
    },
    async translate({ text, from, to, account }) {
      const mode = modes.find((one) => one.from === from && one.to === to)?.mode;
      if (mode === undefined) throw new Refusal("translation.no_pair");
      if (text.length > MOST_TEXT) throw new Error("a text is longer than any that users can write");
      const answer = await turns(account, () => answerOf(start(program, ["-u", mode]), { text, patienceMs }));
      if (answer === undefined) throw new Refusal("translation.failed", { retryAfterSec: BUSY_RETRY_SEC });
      return answer;
    },
  };
}

/** In a group of its own, so that its pipeline ends with it. It opens /dev/stdin, which the socket that Node gives to a child does not allow. */
function start(program: string, args: readonly string[]): ChildProcess {
  const command = `${LIMITS}; cat | nice -n 5 "$0" "$@"`;
  return spawn("/bin/sh", ["-c", command, program, ...args], {
    cwd: "/",
    env: ENVIRONMENT,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Undefined where it ended badly, took too long or said too much; what it complained of is in the log, without the text. */
async function answerOf(
  child: ChildProcess,
  { text, patienceMs }: { readonly text: string; readonly patienceMs: number },
): Promise<string | undefined> {
  const said: Buffer[] = [];
  let [bytes, complaint, fault] = [0, "", ""];
  const end = (why: string) => {
    fault ||= why;
    killGroup(child);
  };
  const late = setTimeout(() => end("it took too long"), patienceMs);
  child.stdout?.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > MOST_REPLY_BYTES) end("it said too much");
    else said.push(part);
  });
  child.stderr?.on("data", (part: Buffer) => (complaint = (complaint + part.toString()).slice(0, 200)));
  // It may end before it has read all, which its status says.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(text);
  const status = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `${code}`));
  });
  clearTimeout(late);
  if (status === "0" && fault === "") return Buffer.concat(said).toString("utf8");
  // 127: there is no such program.
  if (status !== "127") warnOnce(`the translator ended with ${status}: ${fault || complaint.trim()}`);
  return undefined;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
