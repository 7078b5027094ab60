// Guards: mutants that a test has killed still die by it. A fresh draw of each run, from killed.tsv.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ids } from "../../server/platform/ids.ts";
import { interleaved, shuffled } from "./draw.ts";
import { generate, sourcesBelow } from "./generate.ts";
import { readKilled } from "./kept.ts";
import { describe, type Mutant } from "./mutant.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const SPEND_MS = Number(process.env.MUTANTS_SEC ?? 30) * 1000;
const LONGEST_SEC = 8;
const MOST = 24;
const seed = process.env.MUTANTS_SEED ?? ids.hash();
const workshops: Workshop[] = [];
after(async () => {
  for (const workshop of workshops) await workshop.close();
});

test("a fresh sample of the mutants that once died still dies", async (context) => {
  const killed = new Map(readKilled(join(import.meta.dirname, "killed.tsv")).map((line) => [line.id, line]));
  const sources = sourcesBelow(process.cwd());
  const known = generate(sources).filter(({ id }) => {
    const line = killed.get(id);
    return line !== undefined && line.seconds <= LONGEST_SEC && existsSync(line.test);
  });
  context.diagnostic(`NOTE mutants: seed ${seed}, ${known.length} of ${killed.size} kept ones can be asked about`);
  assert.ok(known.length > 0, "the sources have none of the kept mutants: npm run campaign -- mutants --keep");
  const queue = interleaved(shuffled(known, () => 100, seed)).slice(0, MOST);
  for (let count = 0; count < 2; count++) {
    workshops.push(await openWorkshop(process.cwd(), process.env.PARLEY_TEST_POSTGRES));
  }
  const begun = performance.now();
  const alive: string[] = [];
  let asked = 0;
  await Promise.all(
    workshops.map(async (workshop) => {
      for (let mutant = queue.shift(); mutant && performance.now() - begun < SPEND_MS; mutant = queue.shift()) {
        asked += 1;
        const test = killed.get(mutant.id)?.test ?? "";
        if (await dies(workshop, mutant, test)) continue;
        // Where two calls meet by chance only; such a test ought to make them meet.
        if (await dies(workshop, mutant, test))
          context.diagnostic(`NOTE mutants: died when asked again, ${nameOf(mutant)}`);
        else alive.push(nameOf(mutant));
      }
    }),
  );
  context.diagnostic(`NOTE mutants: ${asked} asked about, ${alive.length} alive`);
  assert.deepEqual(alive, [], `with MUTANTS_SEED=${seed}`);
});

const nameOf = (mutant: Mutant) => `${mutant.id} ${mutant.file}:${mutant.line} ${describe(mutant)}`;

async function dies(workshop: Workshop, mutant: Mutant, by: string): Promise<boolean> {
  const run = await workshop.with(mutant, () => workshop.run(by, { timeoutMs: 60_000, stopsAtFailure: true }));
  return run.verdict !== "passed";
}
