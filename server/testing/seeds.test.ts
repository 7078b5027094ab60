// Guards: a random suite draws fresh seeds, keeps the one that failed, replays it first, and counts no short schedule.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "parley-seeds-"));
const file = join(folder, "failed-seeds.txt");
process.env.PARLEY_FAILED_SEEDS = file;
delete process.env.SEED;
delete process.env.FRESH;
const { eachPart, eachSeed } = await import("./seeds.ts");
after(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => writeFileSync(file, "# a list\nother 1\n"));

const said: string[] = [];
const voice = { diagnostic: (text: string) => void said.push(text) };
const seedsOf = async (suite: string, fresh: number, answers: (seed: number) => unknown = () => 20) => {
  const ran: number[] = [];
  await eachSeed(voice, { suite, fresh }, async (seed) => {
    ran.push(seed);
    return answers(seed);
  });
  return ran;
};

test("each run draws other seeds and says them", async () => {
  const [first, second] = [await seedsOf("mine", 3), await seedsOf("mine", 3)];
  assert.equal(new Set([...first, ...second]).size, 6);
  assert.match(said.at(-1) ?? "", new RegExp(`NOTE seeds of mine: ${second.join(" ")}`));
});

test("a seed that failed is kept once under its suite, and replayed before the fresh ones until it is taken out", async () => {
  const failing = () => {
    throw new Error("a fault");
  };
  await assert.rejects(seedsOf("mine", 3, failing), /mine failed with seed \d+; replay it with SEED=\d+/);
  const kept = /^mine (\d+)$/m.exec(readFileSync(file, "utf8"))?.[1];
  assert.ok(kept);
  await assert.rejects(seedsOf("mine", 3, failing));
  assert.equal(readFileSync(file, "utf8"), `# a list\nother 1\nmine ${kept}\n`);
  const ran = await seedsOf("mine", 2);
  assert.equal(ran[0], Number(kept));
  assert.equal(ran.length, 3);
});

test("what failed is told with its causes, and with where it was thrown", async () => {
  const unkind = Object.assign(new Error("canceling statement"), { where: "PL/pgSQL function slow()" });
  const failing = () => {
    throw new Error("a lot of requests", { cause: unkind });
  };
  const told = await seedsOf("mine", 1, failing).catch((error: Error) => error);
  assert.ok(told instanceof Error);
  assert.match(told.message, /: a lot of requests ← canceling statement in PL\/pgSQL function slow\(\)$/);
  assert.match(told.stack ?? "", /\n\s+at failing /);
});

test("SEED replays that one and nothing else, and keeps no list from growing when it passes", async () => {
  process.env.SEED = "42";
  try {
    assert.deepEqual(await seedsOf("other", 5), [42]);
  } finally {
    delete process.env.SEED;
  }
});

test("a schedule with fewer than twenty accepted transitions is drawn again, and a suite of nothing else fails", async () => {
  let short = 2;
  assert.equal((await seedsOf("mine", 3, () => (short-- > 0 ? 19 : 20))).length, 5);
  await assert.rejects(
    seedsOf("mine", 1, () => 19),
    /too short/,
  );
});

test("of a suite of parts the seed of the one that failed is kept, and that part alone is replayed, before all with a fresh one", async () => {
  const ran: string[] = [];
  const run = (broken: string) =>
    eachPart(voice, { suite: "mine", parts: ["one", "two"] }, async (part, seed) => {
      ran.push(`${part} ${seed}`);
      if (part === broken) throw new Error("a fault");
    });
  await assert.rejects(run("two"), /mine\/two failed with seed \d+; replay it with SEED=\d+: a fault/);
  const kept = /^mine\/two (\d+)$/m.exec(readFileSync(file, "utf8"))?.[1];
  assert.deepEqual(ran.splice(0), [`one ${kept}`, `two ${kept}`]);
  await run("");
  const fresh = ran[1]?.split(" ")[1];
  assert.notEqual(fresh, kept);
  assert.deepEqual(ran, [`two ${kept}`, `one ${fresh}`, `two ${fresh}`]);
  await assert.rejects(
    eachPart(voice, { suite: "mine", parts: ["one"] }, async () => undefined),
    /parts that are gone: mine\/two/,
  );
});
