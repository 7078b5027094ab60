// Guards: each kind of mutation makes the changes it says, a mutant that no test covers is alive, a resumed run goes on.
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Compiler, compileRounds } from "./compile.ts";
import type { TestCoverage } from "./coverage.ts";
import { makeAdvisor } from "./covering.ts";
import { interleaved, sharesOf, shuffled } from "./draw.ts";
import { editsOf, generate } from "./generate.ts";
import { judgeAll } from "./judge.ts";
import { keep, readKilled, readSurvivors } from "./kept.ts";
import { applied, type Kind, type Mutant } from "./mutant.ts";
import { table } from "./report.ts";
import { openVerdicts } from "./verdicts.ts";
import { copyTree, type Run, runTest } from "./workshop.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-mutants-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The texts that mutants of this kind make of a small one. */
function made(kind: Kind, text: string, path = "server/x.ts"): string[] {
  return editsOf({ path, text })
    .filter((edit) => edit.kind === kind)
    .map((edit) => applied(edit, text));
}

test("a refusal is dropped, whether it is thrown, returned, said or chosen", () => {
  assert.deepEqual(made("refusal", 'if (a) throw new Refusal("x.y");'), ["if (a) {}"]);
  assert.deepEqual(made("refusal", 'f = () => { if (a) return new Refusal("x.y"); };'), ["f = () => { if (a) {} };"]);
  assert.deepEqual(made("refusal", 'say(late, "offer.own");'), ["{}"]);
  assert.deepEqual(made("refusal", 'a = b ? new Refusal("x.y") : c;'), ["a = (c);"]);
  assert.deepEqual(made("refusal", 'throw new Error("the code is wrong");'), []);
});

test("an event and a write are dropped, a log line is not", () => {
  assert.deepEqual(made("event", 'tx.emit({ type: "a" });'), ["{}"]);
  assert.deepEqual(made("event", "await sendNotice(tx);"), ["{}"]);
  assert.deepEqual(made("write", "await tx.rows`delete from a`;"), ["{}"]);
  assert.deepEqual([...made("event", 'log.info("a");'), ...made("write", 'log.info("a");')], []);
});

test("each conjunct of SQL is dropped and negated, as a predicate of the clock, of scope, or another", () => {
  const sql = (condition: string) => `tx.rows\`select id from a where ${condition}\`;`;
  const both = `user_id = \${viewer.userId} and expires_at > now() and status = 'open'`;
  assert.deepEqual(made("scope", sql(both)), [
    sql("true and expires_at > now() and status = 'open'"),
    sql(`not (user_id = \${viewer.userId}) and expires_at > now() and status = 'open'`),
  ]);
  assert.deepEqual(made("clock", sql(both)).slice(0, 2), [
    sql(`user_id = \${viewer.userId} and true and status = 'open'`),
    sql(`user_id = \${viewer.userId} and not (expires_at > now()) and status = 'open'`),
  ]);
  assert.equal(made("clock", sql(both)).length, 3, "and its boundary moves");
  assert.equal(made("predicate", sql(both)).length, 2);
  assert.equal(
    made("predicate", sql("ended_at is null")).length,
    2,
    "that a moment is set is no question of the clock",
  );
  assert.deepEqual(made("predicate", sql("(a = 1 or b = 2)")).length, 2);
  assert.deepEqual(made("predicate", sql("a between 1 and 2 and c = 3"))[0], sql("true and c = 3"));
  assert.deepEqual(made("predicate", "sql`and a = b`;")[0], "sql`and true`;");
});

test("comparisons move their boundary, turn, and lose a side", () => {
  assert.deepEqual(made("comparison", "a = b < c;"), ["a = b <= c;", "a = b >= c;"]);
  assert.deepEqual(made("comparison", "a = b === c;"), ["a = b !== c;"]);
  assert.deepEqual(made("comparison", "a = b && c;"), ["a = b || c;", "a = b;", "a = c;"]);
  assert.deepEqual(made("comparison", "if (isOpen) a();"), ["if (!(isOpen)) a();"]);
  assert.deepEqual(made("clock", "a = quote.expires_at.getTime() <= now.getTime();").length, 2);
  assert.deepEqual(made("scope", "a = row.user_id !== userId;"), ["a = row.user_id === userId;"]);
});

test("checks, unique rules, triggers and revoked rights of a migration are dropped", () => {
  const migration = (text: string) => made("constraint", text, "server/migrations/0001-x.sql");
  assert.deepEqual(migration("create table a (b int check (b in (1, 2)));"), ["create table a (b int check (true));"]);
  assert.deepEqual(migration("create table a (b int unique);"), ["create table a (b int );"]);
  assert.deepEqual(migration("create table a (b int, unique (b));"), ["create table a (b int, check (true));"]);
  assert.deepEqual(migration("create unique index a on b (c);"), ["create index a on b (c);"]);
  assert.deepEqual(migration("create trigger a before update on b execute function c();"), [""]);
  assert.deepEqual(migration("revoke all on a from b;"), [""]);
  assert.deepEqual(migration("-- A check (of nothing), unique in kind.\n"), []);
});

test("each field of a route's policy is weakened or left out", () => {
  const text = 'const SEND = { auth: "session", rate: "money", roles: ["admin"], level: 1 };';
  assert.deepEqual(made("policy", text), [
    'const SEND = { auth: "public" as "session", rate: "money", roles: ["admin"], level: 1 };',
    'const SEND = { auth: "session", rate: "read", roles: ["admin"], level: 1 };',
    'const SEND = { auth: "session", rate: "money",  level: 1 };',
    'const SEND = { auth: "session", rate: "money", roles: ["admin"],  };',
  ]);
});

test("a number grows by one, doubles and vanishes, a place in a list stays", () => {
  assert.deepEqual(made("constant", "const MOST = 5_0n;"), [
    "const MOST = 51n;",
    "const MOST = 100n;",
    "const MOST = 0n;",
  ]);
  assert.deepEqual(made("constant", "a = b[3];"), []);
  assert.equal(
    made("constant", "tx.rows`select a from b where c < now() - interval '10 minutes' limit 20`;").length,
    6,
  );
});

test("sums, fees and their rounding turn", () => {
  assert.deepEqual(made("arithmetic", "a = units + fee;"), ["a = units - fee;"]);
  assert.deepEqual(made("arithmetic", "a = divideUp(b, c);"), ["a = divideDown(b, c);"]);
  assert.deepEqual(made("arithmetic", 'a = over(b, c, 2, "up");'), ['a = over(b, c, 2, "down");']);
  assert.deepEqual(made("arithmetic", 'a = b + "text";'), []);
  assert.deepEqual(made("arithmetic", "tx.rows`update a set b = b - c`;"), ["tx.rows`update a set b = b + c`;"]);
});

const SMALL = { path: "server/a/fee.ts", text: "export function fee(units: bigint) {\n  return units + 1n;\n}\n" };

test("an id outlives a move of the file and of the line", () => {
  const here = generate([SMALL]);
  const there = generate([{ path: "server/b/cost.ts", text: `${SMALL.text}\n`.replace("return", "return ") }]);
  assert.deepEqual(
    there.map(({ id }) => id),
    here.map(({ id }) => id),
  );
  assert.equal(new Set(here.map(({ id }) => id)).size, here.length);
});

test("a draw repeats with its seed, takes the least of each kind, and every beginning has all kinds", () => {
  const mutants = Array.from({ length: 400 }, (_, index): Mutant => {
    const kind = index < 20 ? "event" : index < 120 ? "clock" : "constant";
    return { kind, id: `m${index}`, file: "a", start: 0, end: 0, to: "", names: [], line: 1, from: "" };
  });
  const shares = sharesOf(
    new Map([
      ["event", 20],
      ["clock", 100],
      ["constant", 280],
    ]),
    { total: 200, least: 60 },
  );
  assert.deepEqual(
    [shares.get("event"), (shares.get("clock") ?? 0) >= 60, (shares.get("constant") ?? 0) >= 60],
    [20, true, true],
  );
  assert.equal(
    [...shares.values()].reduce((one, two) => one + two, 0),
    200,
  );
  const drawn = (seed: string) => {
    const order = shuffled(mutants, () => 10, seed);
    return interleaved(new Map([...order].map(([kind, list]) => [kind, list.slice(0, shares.get(kind))]))).map(
      ({ id }) => id,
    );
  };
  assert.deepEqual(drawn("one"), drawn("one"));
  assert.notDeepEqual(drawn("one"), drawn("two"));
  assert.ok(
    drawn("one")
      .slice(0, 20)
      .filter((id) => Number(id.slice(1)) < 20).length >= 1,
  );
});

const covered = (testFile: string, seconds: number, pieces: number[]): TestCoverage => ({
  test: testFile,
  seconds,
  startsProcesses: false,
  digest: "",
  sources: { [SMALL.path]: { digest: "", pieces } },
});

/** A bench on which these tests notice every mutant; it counts what it is asked. */
function fakeBench(noticing: readonly string[]) {
  const asked: string[] = [];
  const run = async (name: string): Promise<Run> => {
    asked.push(name);
    return { verdict: noticing.includes(name) ? "failed" : "passed", seconds: 0, output: "" };
  };
  return { asked, run, with: <T>(_: Mutant, work: () => Promise<T>) => work() };
}

test("a mutant that no test covers is alive, a covered one is asked about nearest first and dies at the first red", async () => {
  const [mutant] = generate([SMALL]).filter(({ kind }) => kind === "arithmetic");
  assert.ok(mutant);
  const everywhere = [0, 500, 2];
  const coverages = [
    covered("server/z/far.test.ts", 1, everywhere),
    covered("server/a/fee.test.ts", 2, everywhere),
    covered("server/a/other.test.ts", 1, [0, 5, 2]),
  ];
  for (const [known, noticing, word, askedOf] of [
    [[], [], "alive", []],
    [coverages, [], "alive", ["server/a/fee.test.ts", "server/z/far.test.ts"]],
    [coverages, ["server/a/fee.test.ts"], "dead", ["server/a/fee.test.ts"]],
  ] as const) {
    const bench = fakeBench(noticing);
    const verdicts = openVerdicts(join(folder, `run-${word}-${askedOf.length}.tsv`));
    const advisor = makeAdvisor(known, [SMALL], () => "");
    await judgeAll([mutant], {
      benches: [bench],
      verdicts,
      advisor,
      mostSec: 45,
      say: () => undefined,
      isStopped: () => false,
    });
    assert.equal(verdicts.of.get(mutant.id)?.word, word);
    assert.deepEqual(bench.asked, askedOf);
  }
});

test("a resumed run asks only about what has no verdict, even when a line was cut off", async () => {
  const queue = generate([SMALL]);
  assert.ok(queue.length >= 3);
  const path = join(folder, "run-resumed.tsv");
  const options = {
    advisor: makeAdvisor([covered("server/a/fee.test.ts", 1, [0, 500, 2])], [SMALL], () => ""),
    mostSec: 45,
    say: () => undefined,
  };
  const first = fakeBench([]);
  await judgeAll(queue, {
    ...options,
    benches: [first],
    verdicts: openVerdicts(path),
    isStopped: () => first.asked.length >= 2,
  });
  assert.equal(first.asked.length, 2);
  appendFileSync(path, `${queue[2]?.id}\tdea`);
  const second = fakeBench([]);
  await judgeAll(queue, { ...options, benches: [second], verdicts: openVerdicts(path), isStopped: () => false });
  assert.equal(second.asked.length, queue.length - 2);
  assert.equal([...openVerdicts(path).of.values()].filter(({ word }) => word === "alive").length, queue.length);
});

test("the compiler's refusals are found among many mutants that are set at once", () => {
  const texts = { "a.ts": "const a = c === d;", "b.ts": "const b = c === d;" };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const mutants = generate(Object.entries(texts).map(([path, text]) => ({ path, text })));
  const bad = mutants.find(({ file, kind }) => file === "a.ts" && kind === "comparison");
  assert.ok(bad);
  // A compiler that refuses b.ts when the comparison of a.ts is turned: the culprit stands in another file.
  const compiler = () => new Set(readFileSync(join(folder, "a.ts"), "utf8").includes("!") ? ["b.ts", "c.ts"] : []);
  const refusedBy = (asked: Compiler) => [...compileRounds(asked, folder, mutants)].at(-1)?.refused;
  assert.ok(refusedBy(compiler)?.has(bad.id));
  assert.deepEqual(
    refusedBy(() => new Set()),
    new Set(),
  );
  assert.equal(readFileSync(join(folder, "a.ts"), "utf8"), texts["a.ts"], "the file is as it was");
});

test("a test process is dead when it fails or hangs, and a copy of the tree has no packages of its own", async () => {
  writeFileSync(
    join(folder, "red.mjs"),
    'import { test } from "node:test"; test("a", () => { throw new Error("b"); }); setInterval(() => {}, 1000);',
  );
  writeFileSync(join(folder, "hangs.mjs"), "setInterval(() => {}, 1000);");
  writeFileSync(join(folder, "green.mjs"), 'import { test } from "node:test"; test("a", () => {});');
  const run = async (name: string, timeoutMs: number) =>
    (await runTest({ folder, test: name, timeoutMs, stopsAtFailure: true })).verdict;
  assert.deepEqual(
    [await run("red.mjs", 20_000), await run("hangs.mjs", 700), await run("green.mjs", 20_000)],
    ["failed", "timeout", "passed"],
  );
  const copy = copyTree(process.cwd());
  try {
    assert.match(readFileSync(join(copy, "package.json"), "utf8"), /parley/);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

test("the kept lists take what died and what lives, and an argument stays until its mutant dies", () => {
  const [mutant] = generate([SMALL]);
  assert.ok(mutant);
  const files = { killed: join(folder, "killed.tsv"), survivors: join(folder, "survivors.tsv"), exists: () => true };
  const verdict = (word: "dead" | "alive") => ({ id: mutant.id, word, tests: ["t.test.ts"], seconds: 1, notAsked: 0 });
  keep([{ mutant, verdict: verdict("alive") }], files);
  writeFileSync(files.survivors, readFileSync(files.survivors, "utf8").replace(/\t\n$/, "\tNobody can see it.\n"));
  keep([{ mutant, verdict: verdict("alive") }], files);
  assert.equal(readSurvivors(files.survivors)[0]?.argument, "Nobody can see it.");
  assert.match(table([{ mutant, verdict: verdict("alive") }]), /all +0 +1 +0\.0 %/);
  keep([{ mutant, verdict: verdict("dead") }], files);
  assert.deepEqual(readSurvivors(files.survivors), []);
  assert.deepEqual(readKilled(files.killed), [{ id: mutant.id, test: "t.test.ts", seconds: 1 }]);
});
