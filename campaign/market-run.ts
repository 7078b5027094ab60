/**
 * Runs random schedules over HTTP, against two processes of the application at one PostgreSQL, and holds every step
 * against the model: accepted or refused, every status, deadline, round and balance. Two calls are often sent at once, to
 * the two processes; then either order may have happened. Keys are used again: the answer is the one of before.
 */
import assert from "node:assert/strict";
import { makeIds, seededRandom } from "../server/platform/ids.ts";
import { ask, type Count, count, type Run, stateOfModel, useAKeyAgain } from "./market-asking.ts";
import { convertOne } from "./market-convert.ts";
import { draw } from "./market-draw.ts";
import { apply, copyOf, hearNews, proveCancel, takeCase } from "./market-model.ts";
import type { Command, Model, ModelTrade } from "./market-types.ts";
import { openOne } from "./market-open.ts";
import { deliverNews, haltAll, type Market, PEOPLE, runClock, setClock, settle, stateOf } from "./market-place.ts";
import { METHODS } from "./market-terms.ts";
import * as verbs from "./market-verbs.ts";

/** Returns how many transitions were accepted, the openings of trades among them. */
export async function runSchedule(
  market: Market,
  seed: number,
  { steps = 100, count: counted = new Map() }: { steps?: number; count?: Count } = {},
): Promise<number> {
  const random = makeIds(seededRandom(String(seed)));
  const place = await settle(market);
  const model: Model = {
    nowMin: 0,
    halts: new Set(),
    people: PEOPLE.map(({ level }) => ({ level, tether: 0n, positive: 0, negative: 0 })),
    available: new Map(PEOPLE.map(({ units }, index) => [index, units])),
    fees: 0n,
    trades: [],
  };
  const run: Run = { place, model, random, count: counted, made: [] };
  let accepted = await openOne(run);
  for (let step = 0; step < steps; step++) {
    const { trades } = run.model;
    const isQuiet = trades.every(({ endedAt }) => endedAt !== undefined);
    if (trades.length < METHODS.length && random.below(isQuiet ? 2 : 6) === 0) accepted += await openOne(run);
    if (random.below(12) === 0) accepted += await convertOne(run);
    const first = draw(run.model, random);
    const second = isCall(first) && random.below(3) === 0 ? draw(run.model, random) : undefined;
    if (second && isCall(second)) accepted += await stepTwice(run, [first, second]);
    else accepted += await stepOnce(run, first);
    if (random.below(6) === 0) await useAKeyAgain(run);
  }
  await haltAll(place, new Set());
  return accepted;
}

/** Somebody's call, and not the time, the clock or the operator. */
const isCall = ({ kind }: Command) => !["wait", "expire", "halt", "lift"].includes(kind);

/** "" when it was accepted, or the code of its refusal. */
async function perform(run: Run, command: Command, isAlone: boolean): Promise<string> {
  const { place, model } = run;
  switch (command.kind) {
    case "wait":
      await setClock(place, model.nowMin + command.minutes);
      return "";
    case "expire":
      await runClock(place);
      return "";
    case "halt":
      await haltAll(place, new Set([...model.halts, command.name]));
      return "";
    case "lift":
      await haltAll(place, new Set());
      return "";
    case "award":
      return award(run, command);
    case "start":
      throw new Error("trades are started by openOne");
    default:
      return actOn(run, command, isAlone);
  }
}

type Act = Extract<Command, { readonly by: string }>;
/** A process of the application is gone for a second then. */
const KILLED_ONCE_IN = 100;

function wishOf(command: Act, hash: string): verbs.Wish {
  if (command.kind === "feedback") return verbs.feedback(hash, command.rating);
  return command.kind === "reply" ? verbs.reply(hash) : verbs.actOn(hash, command.kind);
}

async function actOn(run: Run, command: Act, isAlone: boolean): Promise<string> {
  const { place, model } = run;
  const hash = place.hashes[command.trade] ?? "";
  const trade = model.trades[command.trade] as ModelTrade;
  const by = place.people[command.by === "buyer" ? trade.buyer : trade.seller];
  assert.ok(by);
  if (command.kind === "release") await ask(run, { by, ...verbs.prove(by, { kind: "release", id: hash }, place.now) });
  const isKilled = isAlone && run.random.below(KILLED_ONCE_IN) === 0;
  return (await ask(run, { by, ...wishOf(command, hash) }, { isKilled })).code;
}

async function award(run: Run, { trade, winner, moderator }: Extract<Command, { kind: "award" }>): Promise<string> {
  const { place } = run;
  const hash = place.hashes[trade] ?? "";
  const by = place.moderators[moderator];
  assert.ok(by);
  await ask(run, { by, ...verbs.prove(by, { kind: "award", id: hash, winner }, place.now) });
  return (await ask(run, { by, ...verbs.award(hash, winner) })).code;
}

/** Before the step: what is paid beside a cancel was not there to be proved. */
async function proveCancels(run: Run, commands: readonly Command[]): Promise<void> {
  const { place, model } = run;
  for (const command of commands) {
    if (command.kind !== "cancel") continue;
    const trade = model.trades[command.trade];
    const by = trade && place.people[command.by === "buyer" ? trade.buyer : trade.seller];
    assert.ok(by);
    await ask(run, { by, ...verbs.prove(by, { kind: "cancel", id: place.hashes[command.trade] ?? "" }, place.now) });
    proveCancel(trade, command.by);
  }
}

/** A moderator sees what is over once the news of it arrived, and takes what is not before they decide it. */
async function prepare(run: Run, commands: readonly Command[]): Promise<void> {
  const { place, model } = run;
  await proveCancels(run, commands);
  if (!commands.some(({ kind }) => kind === "award")) return;
  await deliverNews(place);
  hearNews(model);
  for (const command of commands) {
    if (command.kind !== "award") continue;
    const by = place.moderators[command.moderator];
    assert.ok(by);
    await ask(run, { by, ...verbs.take(place.hashes[command.trade] ?? "") });
    takeCase(model.trades[command.trade], command);
  }
}

async function stepOnce(run: Run, command: Command): Promise<number> {
  await prepare(run, [command]);
  const refusal = await perform(run, command, true);
  assert.equal(refusal, apply(run.model, command), `${JSON.stringify(command)} was answered otherwise`);
  assert.deepEqual(await stateOf(run.place), stateOfModel(run.model), JSON.stringify(command));
  return countAccepted(run, [command], [refusal]);
}

/** Both at once: what happened must be what one of the two orders gives. */
async function stepTwice(run: Run, both: readonly [Command, Command]): Promise<number> {
  const { model, place } = run;
  await prepare(run, both);
  const refusals = await Promise.all(both.map((command) => perform(run, command, false)));
  const state = await stateOf(place);
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const tried = copyOf(model);
    const expected = ["", ""];
    for (const which of order) expected[which] = apply(tried, both[which]);
    const fits = expected[0] === refusals[0] && expected[1] === refusals[1];
    if (!fits || JSON.stringify(stateOfModel(tried)) !== JSON.stringify(state)) continue;
    run.model = tried;
    return countAccepted(run, both, refusals);
  }
  assert.fail(`${JSON.stringify(both)} gave ${JSON.stringify(refusals)} and ${JSON.stringify(state)}; no order does`);
}

function countAccepted(run: Run, commands: readonly Command[], refusals: readonly string[]): number {
  commands.forEach((command, index) => void count(run, refusals[index] || command.kind));
  return commands.filter((command, index) => refusals[index] === "" && isCall(command)).length;
}
