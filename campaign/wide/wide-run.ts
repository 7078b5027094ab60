/**
 * Thousands of schedules at one moment after the other: in each round every pair does one thing, drawn from its own seed, all of
 * them in one transaction of a web process, and each answer, status, deadline and balance is what the pair's own model says.
 */
import assert from "node:assert/strict";
import type { Tx } from "../../server/platform/db.ts";
import { makeIds, seededRandom } from "../../server/platform/ids.ts";
import { expireTrades } from "../../server/market/trades/expire-trades.ts";
import type { ProofAsked } from "../../server/platform/outside/signer.ts";
import { testAssertion } from "../../server/testing/proving.ts";
import { isEnabled, stepsOf, weightOf } from "../market-draw.ts";
import { apply, deadlineOf, proveEnding, startOf, takeCase } from "../market-model.ts";
import { BEGINNING } from "../market-open.ts";
import { flowOf, termsOf } from "../market-terms.ts";
import type { Command, Draw, Model, ModelTrade } from "../market-types.ts";
import { actAll, type Act, type Outcome, type Step, takeCases } from "./wide-verbs.ts";
import { COINS_OF_PAIR, MOST_DOLLARS, type Pair, type WideApp, type WidePlace } from "./wide-place.ts";

const BUYER = 0;
const SELLER = 1;
/** In the model's words there is one offer in each schedule. */
const OFFER = 0;

type Schedule = {
  readonly pair: Pair;
  readonly model: Model;
  readonly random: Draw;
  readonly hashes: string[];
  accepted: number;
};

export type WideRun = {
  readonly app: WideApp;
  readonly place: WidePlace;
  readonly schedules: readonly Schedule[];
  readonly count: Map<string, number>;
  nowMin: number;
};

export function beginWide(app: WideApp, place: WidePlace, seed: number): WideRun {
  const schedules = place.pairs.map((pair, index) => ({
    pair,
    model: modelOf(pair),
    random: makeIds(seededRandom(`${seed}:${index}`)),
    hashes: [],
    accepted: 0,
  }));
  return { app, place, schedules, count: new Map(), nowMin: 0 };
}

function modelOf({ method }: Pair): Model {
  const person = { level: 4, isPlain: false, tether: 0n, held: 0n, heldUntil: 0, positive: 0, negative: 0 };
  const limits = { least: 20, most: MOST_DOLLARS };
  return {
    ...{ nowMin: 0, halts: new Set(), away: new Set(), people: [{ ...person }, { ...person }] },
    available: new Map([
      [BUYER, 0n],
      [SELLER, COINS_OF_PAIR],
    ]),
    ...{ fees: 0n, loss: 0n, trades: [], deposits: [], sendings: [], height: 0, scanned: 0, feePerKvb: 0n },
    offers: [{ owner: SELLER, ownerIs: "seller", method, limits, usedCents: 0 }],
  };
}

/** What every pair does next, then what runs out by itself now and then, then the look at everything. */
export async function runRound(run: WideRun, round: number, minutes: number): Promise<void> {
  const { app, place, schedules } = run;
  run.nowMin += minutes;
  const now = new Date(place.start.getTime() + run.nowMin * 60_000);
  await app.owner.query("update market_clock set stands_at = $1", [now]);
  for (const { model } of schedules) apply(model, { kind: "wait", minutes });
  const wanted = schedules.map(draw);
  await proveAll(run, wanted, now);
  const acts = wanted.map(({ act }) => act);
  const outcomes = await app.dbs.web.tx(async (tx) => {
    await takeCases(tx, place, acts);
    return actAll(tx, place, acts);
  });
  wanted.forEach(({ schedule, act }, index) => {
    compare(run, { schedule, act, outcome: outcomes[index] as Outcome });
  });
  if (round % 3 === 2) {
    await expireTrades(app.dbs.worker);
    for (const { model } of schedules) apply(model, { kind: "expire" });
  }
  await app.db.read((tx) => assertState(tx, run));
}

type Wanted = { readonly schedule: Schedule; readonly act: Act };

/** Mostly what the model would accept of its newest trade; a new one begins when that is over. */
function draw(schedule: Schedule): Wanted {
  const { model, random, pair, hashes } = schedule;
  const trade = model.trades.length - 1;
  const newest = model.trades[trade];
  const isOver = newest === undefined || (newest.endedAt !== undefined && random.below(2) === 0);
  const dollars = newest && !isOver ? newest.dollars : 20 + random.below(MOST_DOLLARS - 19);
  const command = newest && !isOver ? stepOf(model, { newest, trade, random }) : startBy(pair, dollars);
  const tag = random.hash();
  return { schedule, act: { pair, command, dollars, tag, hash: hashes[trade] ?? "" } };
}

function stepOf(model: Model, { newest, trade, random }: { newest: ModelTrade; trade: number; random: Draw }): Step {
  const all = stepsOf(newest, trade, random) as Step[];
  const enabled = random.below(5) === 0 ? [] : all.filter((command) => isEnabled(model, command));
  const weighted = enabled.flatMap((command) => Array.from({ length: weightOf(command) }, () => command));
  const drawn = weighted[random.below(Math.max(1, weighted.length))] ?? all[random.below(all.length)];
  return drawn as Step;
}

function startBy({ method }: Pair, dollars: number): Extract<Command, { kind: "start" }> {
  const locked = (sum: number) => {
    const { units, feeUnits } = termsOf({ price: prices.now, dollars: sum, method });
    return units + feeUnits;
  };
  return {
    ...{ kind: "start", offer: OFFER, starter: BUYER, buyer: BUYER, seller: SELLER, dollars },
    ...{ units: locked(dollars), leastUnits: locked(20) },
  };
}

/** Of all offers, which have one margin. */
const prices = { now: "1" };
export function usePrice({ price }: WidePlace): void {
  prices.now = price;
}

/** What a person proves before the step, as the signer takes it: what is not in escrow then is not proved. */
async function proveAll({ app, place }: WideRun, wanted: readonly Wanted[], now: Date): Promise<void> {
  const asked: ProofAsked[] = [];
  const prove = (userId: bigint, wish: ProofAsked["for"]) =>
    asked.push({
      userId: String(userId),
      for: wish,
      shown: { passkey: testAssertion(userId, wish, { origin: app.config.publicUrl.origin, now }) },
    });
  for (const { schedule, act } of wanted) {
    const { command, pair, hash } = act;
    if (command.kind === "award") {
      const { winner, share } = command;
      const moderator = place.moderators[command.moderator] as bigint;
      prove(moderator, {
        ...{ kind: "award", id: hash, winner },
        ...(share === undefined ? {} : { buyer_share_units: String(share) }),
      });
      takeCase(schedule.model.trades[command.trade], command);
    } else if (command.kind === "cancel" || command.kind === "release") {
      prove(command.by === "buyer" ? pair.buyer : pair.seller, { kind: command.kind, id: hash });
      proveEnding(schedule.model.trades[command.trade], { kind: command.kind, by: command.by });
    }
  }
  const { verifier } = app.ports;
  for (let first = 0; first < asked.length; first += 200) await verifier.prove(asked.slice(first, first + 200));
}

function compare(run: WideRun, { schedule, act, outcome }: { schedule: Schedule; act: Act; outcome: Outcome }): void {
  const { model, pair, hashes } = schedule;
  const { command } = act;
  const how = command.kind === "start" ? startOf(model, command) : undefined;
  const expected = apply(model, command);
  const told = `${JSON.stringify(command, (_, value) => (typeof value === "bigint" ? String(value) : value))} of ${pair.method} in the schedule of ${pair.buyer} at ${run.nowMin}`;
  assert.equal(outcome.code, expected, told);
  const name = expected || (command.kind === "award" && command.share !== undefined ? "a division" : command.kind);
  run.count.set(name, (run.count.get(name) ?? 0) + 1);
  if (expected !== "") return;
  schedule.accepted += 1;
  if (command.kind !== "start") return;
  assert.ok(outcome.trade && typeof how === "string", told);
  hashes.push(outcome.trade.hash);
  model.trades.push(begun(run, { pair, how, dollars: act.dollars }));
}

function begun(
  run: WideRun,
  { pair, how, dollars }: { pair: Pair; how: "funded" | "unfunded"; dollars: number },
): ModelTrade {
  const { units, feeUnits, windowMin, disputeWaitMin } = termsOf({ price: prices.now, dollars, method: pair.method });
  const { nowMin } = run;
  return {
    ...BEGINNING,
    ...{ flow: flowOf(pair.method), offer: OFFER, buyer: BUYER, seller: SELLER, ownerIs: "seller", dollars },
    ...{ units, fee: feeUnits, windowMin, disputeWaitMin, startedAt: nowMin, needsTwo: dollars > 1000 },
    status: how === "funded" ? "active_funded" : "not_funded",
    expiresAt: deadlineOf({ nowMin } as Model, how, windowMin),
  };
}

type Standing = { hash: string; status: string; flow_type: string; minutes: number | null };

/** Every trade of every schedule, and what everybody has. */
async function assertState(tx: Pick<Tx, "rows">, { schedules, place }: WideRun): Promise<void> {
  const rows = await tx.rows<Standing>`
    select hash, status, flow_type, (extract(epoch from expires_at - ${place.start}::timestamptz) / 60)::float8 as minutes
    from trades`;
  const found = new Map(rows.map(({ hash, ...trade }) => [hash, trade]));
  for (const { model, hashes } of schedules)
    for (const [index, { status, flow, expiresAt }] of model.trades.entries())
      assert.deepEqual(
        found.get(hashes[index] ?? ""),
        { status, flow_type: flow, minutes: expiresAt ?? null },
        `trade ${index} of ${model.offers[0]?.method}`,
      );
  const balances = await tx.rows<{ name: string; balance_units: bigint }>`
    select name, balance_units from ledger_accounts where name like 'user:%:BTC:available'`;
  const held = new Map(balances.map(({ name, balance_units: units }) => [name, units]));
  const expected = new Map<string, bigint>();
  for (const { pair, model } of schedules)
    for (const [who, id] of [pair.buyer, pair.seller].entries()) {
      const name = `user:${id}:BTC:available`;
      expected.set(name, (expected.get(name) ?? 0n) + (model.available.get(who) ?? 0n));
    }
  for (const [name, units] of expected) assert.equal(held.get(name) ?? 0n, units, name);
}
