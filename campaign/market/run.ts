/**
 * Runs random schedules over HTTP, against two processes of the application at one PostgreSQL, and holds every step
 * against the model: accepted or refused, every status, deadline, round and balance. Two calls are often sent at once, to
 * the two processes; then either order may have happened. Keys are used again: the answer is the previous one.
 */
import assert from "node:assert/strict";
import { makeIds, seededRandom } from "../../server/platform/ids.ts";
import { ask, type Count, count, type Run, stateOfModel, useAKeyAgain } from "./asking.ts";
import { convertOne } from "./money/convert.ts";
import { draw } from "./draw.ts";
import { displaced, isComing } from "./money/funds.ts";
import { apply, copyOf, hearNews, proveEnding, takeCase } from "./model.ts";
import type { Command, Model, ModelTrade, Role } from "./types.ts";
import { actOnChain, assertPaid, drawReorganisation, exposedIn } from "./money/paid.ts";
import { addKey, lookAtWallet, quoteOne } from "./money/send.ts";
import { actOnLightning, endLightning } from "./money/lightning/lightning.ts";
import { actOnSpot, endSpot, openSpot } from "./money/spot.ts";
import { openOne, takeAgain } from "./open.ts";
import { readPages } from "./readers.ts";
import { plainTrades } from "./offers/special.ts";
import { crowdSpecial, makeSpecial, takeSpecial } from "./offers/special-offers.ts";
import {
  comeBackAfter,
  deliverNews,
  haltAll,
  lookAtFunds,
  type Market,
  PEOPLE,
  runClock,
  setClock,
  settle,
  stateOf,
  TETHER_UNITS,
} from "./offers/place.ts";
import { METHODS } from "./offers/terms.ts";
import * as verbs from "./verbs.ts";

/** Returns how many transitions were accepted, the openings of trades among them. */
export async function runSchedule(
  market: Market,
  seed: number,
  { steps = 125, count: counted = new Map() }: { steps?: number; count?: Count } = {},
): Promise<number> {
  const random = makeIds(seededRandom(String(seed)));
  const place = await settle(market, random);
  const spot = await openSpot(market);
  const run: Run = {
    place,
    model: modelAtFirst(market),
    spot,
    lightning: { invoices: [], payments: [] },
    random,
    count: counted,
    made: [],
  };
  let accepted = await openOne(run);
  for (let step = 0; step < steps; step++) {
    const { trades } = run.model;
    const lookAgain = random.below(10) === 0 ? await readPages(run) : undefined;
    const isQuiet = trades.every(({ endedAt }) => endedAt !== undefined);
    if (plainTrades(run.model).length < METHODS.length && random.below(isQuiet ? 2 : 6) === 0)
      accepted += await openOne(run);
    if (random.below(10) === 0) accepted += await takeAgain(run);
    if (random.below(12) === 0) await makeSpecial(run);
    if (random.below(8) === 0) accepted += await takeSpecial(run);
    if (random.below(400) === 0) await crowdSpecial(run);
    if (random.below(12) === 0) accepted += await convertOne(run);
    if (random.below(8) === 0) await actOnSpot(run);
    if (random.below(10) === 0) await actOnLightning(run);
    const isQuoted = random.below(8) === 0 && (await quoteOne(run));
    // Nobody waits long with what they have just confirmed.
    const first = isQuoted && random.below(2) === 0 ? sendOfNewest(run.model) : draw(run.model, random);
    const second = isBesideOthers(first) && random.below(3) === 0 ? draw(run.model, random) : undefined;
    if (second && isBesideOthers(second)) accepted += await stepTwice(run, [first, second]);
    else accepted += await stepOnce(run, first);
    if (random.below(6) === 0) await useAKeyAgain(run);
    if (random.below(15) === 0) await lookAtWallet(run);
    if (random.below(80) === 0) await addKey(run);
    const isExposed = exposedIn(run) !== undefined || isComing(run.model);
    for (const command of random.below(isExposed ? 3 : 20) === 0 ? drawReorganisation(run) : [])
      await stepOnce(run, command);
    await lookAgain?.();
  }
  await comeToRest(run);
  await endSpot(run);
  await endLightning(run);
  return accepted;
}

function modelAtFirst({ world }: Market): Model {
  return {
    nowMin: 0,
    ...{ halts: new Set(), away: new Set() },
    people: PEOPLE.map((person) => ({
      ...person,
      tether: TETHER_UNITS,
      held: 0n,
      heldUntil: 0,
      positive: 0,
      negative: 0,
    })),
    available: new Map(PEOPLE.map(({ units }, index) => [index, units])),
    ...{ fees: 0n, loss: 0n },
    ...{ offers: [], trades: [], deposits: [], sendings: [] },
    ...{ height: world.bitcoin.height(), scanned: world.bitcoin.height(), feePerKvb: world.bitcoin.said.feeRate ?? 0n },
  };
}

function sendOfNewest({ sendings }: Model): Command {
  const sending = sendings.length - 1;
  return { kind: "send", sending, by: sendings[sending]?.owner ?? 0 };
}

/** A day later whatever should leave has left, and is deep. */
async function comeToRest(run: Run): Promise<void> {
  const { feePerKvb } = run.model;
  const look = { kind: "scan", feePerKvb } as const;
  for (const command of [
    { kind: "lift" },
    { kind: "back" },
    { kind: "wait", minutes: 24 * 60 },
    { kind: "pay" },
    { kind: "mine", blocks: 2 },
    look,
    // A deposit that is deep again frees what its owner's debt kept in: it would leave in the schedule after this one.
    { kind: "pay" },
    { kind: "mine", blocks: 2 },
    look,
  ] as const)
    await stepOnce(run, command);
  for (const who of run.place.people.keys()) await lookAtWallet(run, who);
}

/** Of the clock, the operator, strangers and blocks: what happens by itself, between the calls. */
const ALONE = ["wait", "outage", "away", "back", "expire", "halt", "lift", "deposit", "mine", "reorganise"];
/** A call or a job, beside which another may run. */
const isBesideOthers = ({ kind }: Command) => !ALONE.includes(kind);
/** A user's call. */
const isCall = (command: Command) => isBesideOthers(command) && !JOBS.includes(command.kind);
const JOBS = ["scan", "pay", "funds"];

/** "" when it was accepted, or the code of its refusal. */
async function perform(run: Run, command: Command, isAlone: boolean): Promise<string> {
  const { place, model } = run;
  switch (command.kind) {
    case "wait":
      await setClock(place, model.nowMin + command.minutes);
      return "";
    case "outage":
      await comeBackAfter(place, model.nowMin, command.minutes);
      return "";
    case "expire":
      await runClock(place);
      return "";
    case "funds":
      for (const step of displaced(model)) count(run, step);
      await lookAtFunds(place);
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
    case "deposit":
    case "mine":
    case "reorganise":
    case "away":
    case "back":
    case "scan":
    case "pay":
      await actOnChain(place, command);
      return "";
    case "send":
    case "take back":
      return moveSendOut(run, command, isAlone);
    default:
      return actOn(run, command, isAlone);
  }
}

async function moveSendOut(
  run: Run,
  { kind, sending, by: who }: Extract<Command, { kind: "send" | "take back" }>,
  isAlone: boolean,
): Promise<string> {
  const { quotes, sendOuts, people } = run.place;
  const quote = quotes[sending] ?? "";
  const by = people[who];
  assert.ok(by);
  const wish = kind === "send" ? verbs.sendOut(quote) : verbs.takeBack(sendOuts.get(quote) ?? quote);
  const isKilled = isAlone && run.random.below(KILLED_ONCE_IN) === 0;
  const answer = await ask(run, { by, ...wish }, { isKilled });
  if (answer.code === "" && kind === "take back" && run.model.sendings[sending]?.isPlanned)
    count(run, "taken back after its plan");
  if (answer.code === "") sendOuts.set(quote, (JSON.parse(answer.text) as { data: { id: string } }).data.id);
  return answer.code;
}

type Act = Extract<Command, { readonly by: Role }>;
/** A process of the application is gone for a second then. */
const KILLED_ONCE_IN = 100;

function wishOf(command: Act, hash: string): verbs.Wish {
  if (command.kind === "feedback") return verbs.feedback(hash, command.rating);
  return command.kind === "reply" ? verbs.reply(hash) : verbs.actOn(hash, command.kind);
}

/** An unseen card of the buyer; other users have none to name. */
async function cardFor(run: Run, { trade: which, by: role }: Act): Promise<string> {
  const { place, model, random } = run;
  const trade = model.trades[which] as ModelTrade;
  const by = place.people[trade.buyer];
  if (role !== "buyer" || trade.flow !== "gcc-auto" || !by) return "nocardofthem1";
  const method = model.offers[trade.offer]?.method ?? "";
  const answer = await ask(run, { by, ...verbs.newCard(method, trade.dollars, random.hash()) });
  assert.equal(answer.code, "", answer.text);
  return (JSON.parse(answer.text) as { data: { id: string } }).data.id;
}

async function actOn(run: Run, command: Act, isAlone: boolean): Promise<string> {
  const { place, model } = run;
  const hash = place.hashes[command.trade] ?? "";
  const trade = model.trades[command.trade] as ModelTrade;
  const by = place.people[command.by === "buyer" ? trade.buyer : trade.seller];
  assert.ok(by);
  const isKilled = isAlone && run.random.below(KILLED_ONCE_IN) === 0;
  const wish =
    command.kind === "share card" ? verbs.shareCard(hash, await cardFor(run, command)) : wishOf(command, hash);
  return (await ask(run, { by, ...wish }, { isKilled })).code;
}

type Award = Extract<Command, { kind: "award" }>;

async function award(run: Run, { trade, winner, share, moderator }: Award): Promise<string> {
  const { place } = run;
  const hash = place.hashes[trade] ?? "";
  const by = place.moderators[moderator];
  assert.ok(by);
  const to = share === undefined ? { winner } : { winner, buyer_share_units: String(share) };
  await ask(run, { by, ...verbs.prove(by, { kind: "award", id: hash, ...to }, place.now) });
  return (await ask(run, { by, ...verbs.award(hash, to) })).code;
}

/** Before the step: what is paid beside a cancel, or reopened beside a release, was not there to be proved. */
async function proveEndings(run: Run, commands: readonly Command[]): Promise<void> {
  const { place, model } = run;
  for (const command of commands) {
    if (command.kind !== "cancel" && command.kind !== "release") continue;
    const { kind } = command;
    const trade = model.trades[command.trade];
    const by = trade && place.people[command.by === "buyer" ? trade.buyer : trade.seller];
    assert.ok(by);
    await ask(run, { by, ...verbs.prove(by, { kind, id: place.hashes[command.trade] ?? "" }, place.now) });
    proveEnding(trade, { kind, by: command.by });
  }
}

/** A moderator sees what is over once the news of it arrived, and takes what is not before they decide it. */
async function prepare(run: Run, commands: readonly Command[]): Promise<void> {
  const { place, model } = run;
  await proveEndings(run, commands);
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
  const { loss } = run.model;
  const refusal = await perform(run, command, true);
  assert.equal(refusal, apply(run.model, command), `${textOf(command)} was answered otherwise`);
  assert.deepEqual(await stateOf(run.place), stateOfModel(run.model), textOf(command));
  if (run.model.loss < loss) count(run, "a loss of the operator");
  assertPaid(run.place, run.model);
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
    assertPaid(place, tried);
    return countAccepted(run, both, refusals);
  }
  assert.fail(
    `${both.map(textOf).join(" and ")} gave ${JSON.stringify(refusals)} and ${JSON.stringify(state)}; no order does`,
  );
}

function countAccepted(run: Run, commands: readonly Command[], refusals: readonly string[]): number {
  commands.forEach((command, index) => {
    count(run, refusals[index] || command.kind);
    if (refusals[index] === "" && "share" in command && command.share !== undefined) count(run, "a division");
  });
  return commands.filter((command, index) => refusals[index] === "" && isCall(command)).length;
}

const textOf = (command: Command): string =>
  JSON.stringify(command, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
