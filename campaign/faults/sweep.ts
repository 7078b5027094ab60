/**
 * Lets one thing after the other fail in a money verb, makes the same call again, and compares what came of it with a
 * run in which nothing failed: the answer, every row, and the ledger's invariants.
 */
import assert from "node:assert/strict";
import { ids } from "../../server/platform/ids.ts";
import { allFaults, type Fault, PLACES, type Passed, WAYS } from "./faults.ts";
import { FAILED, insist, type Reply } from "./insist.ts";
import type { Stage } from "./stage.ts";
import type { MoneyVerb, Prepared } from "./verb.ts";

/** The result of a run. */
type Outcome = {
  readonly answer: string;
  readonly changes: readonly string[];
  readonly violations: readonly string[];
};
export type Run = { readonly outcome: Outcome; readonly passed: Passed; readonly hasStruck: boolean };

export const nameOf = ({ place, way, nth }: Fault): string => `${place} ${nth} ${way}`;

export async function runOnce(stage: Stage, verb: MoneyVerb, fault?: Fault): Promise<Run> {
  const { world, teller, faults } = stage;
  const prepared = await verb.prepare(stage);
  if (!verb.isAboutEvents) await world.deliverEvents();
  await teller.begin();
  const key = ids.hash();
  const first = await faults.during(fault, () => prepared.call(key).catch(() => FAILED));
  const answer = await callAgain(prepared, key, first.result);
  await prepared.goOn?.();
  await world.deliverEvents();
  const changes = (await teller.changes(prepared.people)).filter((line) => !verb.leavesOut?.test(line));
  const violations = await stage.violations();
  await prepared.leave?.();
  const { passed, hasStruck } = first;
  return {
    passed,
    hasStruck,
    outcome: { answer: `${answer.status} ${teller.plain(answer.body, prepared.people)}`, changes, violations },
  };
}

/** With the same key until there is an answer, and once more: an answer that was given is given again as it was. */
async function callAgain({ call }: Prepared, key: string, first: Reply): Promise<Reply> {
  const answer = await insist(() => call(key));
  if (first.status < 400) assert.deepEqual(answer, first, "the first answer was another");
  assert.deepEqual(await call(key), answer, "asked once more, another answer comes");
  return answer;
}

/** A run without faults, which has to leave everything in order. */
export async function runUndisturbed(stage: Stage, verb: MoneyVerb): Promise<Run> {
  const run = await runOnce(stage, verb);
  assert.match(run.outcome.answer, /^200 /, `${verb.name} does not work`);
  assertViolations(verb, run.outcome);
  return run;
}

/** Returns whether the fault struck. Throws what is not as in the undisturbed run. */
export async function tryFault(stage: Stage, verb: MoneyVerb, fault: Fault, expected: Outcome): Promise<boolean> {
  try {
    const { outcome, hasStruck } = await runOnce(stage, verb, fault);
    assertViolations(verb, outcome);
    if (fault.way === "refuses" && hasStruck) assertGivenBack(outcome);
    else assertSame(outcome, expected);
    return hasStruck;
  } catch (error) {
    throw new Error(`${verb.name}, ${nameOf(fault)}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** A signer that says no ends a payment otherwise: nothing is under way, and people have together what they had. */
function assertGivenBack({ changes }: Outcome): void {
  const underWay = /^. (send_outs|chain_payments) .*"status":"(pending|broadcast|confirming)"/;
  assert.deepEqual(
    changes.filter((line) => underWay.test(line)),
    [],
  );
  const moved = /^. ledger_accounts .*"kind":"user".*"balance_units":"([+-]\d+)"/;
  const sum = changes.reduce((units, line) => units + BigInt(moved.exec(line)?.[1] ?? 0), 0n);
  assert.equal(sum, 0n, "a payment that was never signed has cost money");
}

function assertViolations({ breaks }: MoneyVerb, { violations }: Outcome): void {
  assert.deepEqual(
    violations.filter((violation) => !breaks?.test(violation)),
    [],
    "invariants do not hold",
  );
}

export function assertSame(outcome: Outcome, expected: Outcome): void {
  const { answer } = outcome;
  if (answer !== expected.answer) assert.fail(`another answer: ${differences([answer], [expected.answer])}`);
  const [more, fewer] = [without(outcome.changes, expected.changes), without(expected.changes, outcome.changes)];
  if (more.length + fewer.length > 0) assert.fail(`other rows than without the fault: ${differences(more, fewer)}`);
  assert.equal(outcome.violations.length, expected.violations.length);
}

const MOST_SHOWN = 8;

/** Lines are long: of two that begin alike only the place is shown from which on they are not. */
function differences(more: readonly string[], fewer: readonly string[]): string {
  const shown = more.slice(0, MOST_SHOWN).map((line) => {
    const table = line.split(" ", 2).join(" ").slice(0, 60);
    const like = fewer.find((other) => other.startsWith(table)) ?? "";
    let at = 0;
    while (at < line.length && line[at] === like[at]) at++;
    return `${table} …${line.slice(Math.max(table.length, at - 60), at + 200)}…`;
  });
  const missing = fewer.slice(0, MOST_SHOWN).map((line) => line.slice(0, 200));
  return `\n more:\n  ${shown.join("\n  ")}\n missing:\n  ${missing.join("\n  ")}`;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** The longer a chain is followed the more addresses there are to ask about: each run asks more than the one before. */
const MOST = 2;

/** Everything that can fail in a verb: at each place the first, the second, … until one comes too late to strike. */
export async function sweepAll(stage: Stage, verb: MoneyVerb): Promise<number> {
  const { outcome, passed } = await runUndisturbed(stage, verb);
  let struck = 0;
  for (const place of PLACES)
    for (const way of WAYS[place])
      for (let nth = 1; nth <= MOST * passed[place] + 1; nth++) {
        if (!(await tryFault(stage, verb, { place, way, nth }, outcome))) break;
        struck += 1;
      }
  return struck;
}

/** A commit of it and, every fourth time, one thing more, all drawn. */
export async function sweepSome(stage: Stage, verb: MoneyVerb, below: (limit: number) => number): Promise<Fault[]> {
  const { outcome, passed } = await runUndisturbed(stage, verb);
  const draw = (faults: readonly Fault[]) => faults.slice(below(faults.length)).slice(0, 1);
  const others = allFaults(
    passed,
    PLACES.filter((place) => place !== "commit"),
  );
  const chosen = [...draw(allFaults(passed, ["commit"])), ...(below(4) === 0 ? draw(others) : [])];
  assert.ok(chosen.length > 0, `${verb.name} commits nothing`);
  for (const fault of chosen)
    assert.ok(await tryUntilStruck(stage, verb, fault, outcome), `${verb.name}, ${nameOf(fault)}: never came to that`);
  return chosen;
}

/** The undisturbed run may have had more to do, such as blocks that verbs before it left: then an earlier place is as good. */
async function tryUntilStruck(stage: Stage, verb: MoneyVerb, fault: Fault, outcome: Outcome): Promise<boolean> {
  for (let { nth } = fault; nth > 0; nth = Math.floor(nth / 2))
    if (await tryFault(stage, verb, { ...fault, nth }, outcome)) return true;
  return false;
}
