/**
 * Thousands of schedules at one moment after the other: in each round every pair does one thing, drawn from its own seed, all of
 * them in one transaction of a web process, and each answer, status, deadline and balance is what the pair's own model says.
 */
import assert from "node:assert/strict";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { closeSettled } from "../../server/market/disputes/close-settled.ts";
import type { Tx } from "../../server/platform/postgres/db.ts";
import { makeIds, seededRandom } from "../../server/platform/ids.ts";
import { errorInALine } from "../../server/platform/errors/text.ts";
import { expireTrades } from "../../server/market/trades/moves/expire-trades.ts";
import type { ProofAsked } from "../../server/platform/outside/signer/signer.ts";
import { testAssertion } from "../../server/testing/people/proving.ts";
import { BONDED_METHODS } from "../market/offers/bonds.ts";
import { caseStepsOf } from "../market/cases.ts";
import { isEnabled, stepsOf, weightOf } from "../market/draw.ts";
import { apply, deadlineOf, hearNews, proveEnding, startOf, takeCase } from "../market/model.ts";
import { BEGINNING } from "../market/open.ts";
import { fileStepsOf } from "../market/proofs.ts";
import { cashbackOf, lockedUnits, requirementOf, termsOf } from "../market/offers/terms.ts";
import {
  type Command,
  DISPUTED,
  type Draw,
  HELD,
  type Model,
  type ModelOffer,
  type ModelTrade,
} from "../market/types.ts";
import { addBonds, beginOwner, moveBonds } from "./bonds.ts";
import { actAll, type Act, type Outcome, type Step, takeCases } from "./verbs.ts";
import {
  BUYER,
  COINS_OF_PAIR,
  MOST_DOLLARS,
  moveMarket,
  type Pair,
  SELLER,
  type WideApp,
  type WidePlace,
} from "./place.ts";
import { assertLists, drawTaken, makeSpecials } from "./special.ts";
import type { Schedule, WideRun } from "./types.ts";

/** Of two owners who need a bond one rests. */
const restsOf = ({ method, seller }: Pair): boolean => BONDED_METHODS.includes(method) && seller % 4n < 2n;

export function beginWide(app: WideApp, place: WidePlace, seed: number): WideRun {
  const randomOf = (what: number | string) => makeIds(seededRandom(`${seed}:${what}`));
  const schedules = place.pairs.map((pair, index) => ({
    pair,
    model: modelOf(pair),
    random: randomOf(index),
    hashes: [],
    offers: [pair.offer],
    rests: restsOf(pair),
    accepted: 0,
  }));
  const bonded = schedules.filter(({ pair }) => BONDED_METHODS.includes(pair.method));
  const owners = [...Map.groupBy(bonded, ({ pair }) => pair.seller)].map(([id, own]) =>
    beginOwner({
      id,
      models: own.map(({ model }) => model),
      random: randomOf(`owner ${id}`),
      rests: own.every(({ rests }) => rests),
    }),
  );
  return { app, place, schedules, owners, count: new Map(), standing: new Map(), nowMin: 0 };
}

function modelOf({ method, isSilent, cashback }: Pair): Model {
  const person = { level: 4, isPlain: false, tether: 0n, held: 0n, heldUntil: 0, positive: 0, negative: 0 };
  const limits = { least: 20, most: MOST_DOLLARS };
  return {
    ...{ nowMin: 0, halts: new Set(), away: new Set(), people: [{ ...person }, { ...person }] },
    available: new Map([
      [BUYER, 0n],
      [SELLER, COINS_OF_PAIR],
    ]),
    ...{ fees: 0n, loss: 0n, trades: [], deposits: [], sendings: [], height: 0, scanned: 0, feePerKvb: 0n },
    offers: [
      { owner: SELLER, ownerIs: "seller", method, limits, usedCents: 0, isSilent, ...(cashback && { cashback }) },
    ],
  };
}

export type Turn = {
  readonly minutes: number;
  /** Whether timers run after it. */
  readonly expires: boolean;
  /** News of settled disputes arrive after it, those of some rounds together. */
  readonly settles: boolean;
  /** Half of the owners with a bond begin nothing now, and take it back when they can. */
  readonly isRest: boolean;
  /** The market's price has changed before it. */
  readonly moves: boolean;
};

/**
 * What every pair does next, then who makes a special offer, owners with their bonds, and what runs out by itself; then the look at
 * everything.
 */
export async function runRound(run: WideRun, { minutes, expires, settles, isRest, moves }: Turn): Promise<void> {
  const { app, place, schedules, owners } = run;
  run.nowMin += minutes;
  const now = new Date(place.start.getTime() + run.nowMin * 60_000);
  await app.owner.query("update market_clock set stands_at = $1", [now]);
  // Every buyer says whose account pays, as the page would ask them to.
  await app.owner.query(
    `insert into trade_payers (trade_id, user_id, holder_sealed, declared_at)
     select id, buyer_id, 'sealed', market_now() from trades where payer_awaited`,
  );
  for (const { model } of schedules) apply(model, { kind: "wait", minutes });
  if (moves) await moveMarket(app, place);
  const wanted = schedules.flatMap((schedule) => draw(place, schedule, isRest) ?? []);
  await proveAll(run, wanted, now);
  const expected = wanted.map((one) => foretell(one));
  const acts = expected.map(({ act }) => act);
  const outcomes = await askTwice(run, () =>
    app.dbs.web.tx(async (tx) => {
      await takeCases(tx, place, acts);
      return actAll(tx, place, acts);
    }),
  );
  expected.forEach((one, index) => {
    compare(run, { ...one, outcome: outcomes[index] as Outcome });
  });
  const ofSpecials = await app.dbs.web.tx((tx) => makeSpecials(tx, run));
  const ofBonds = await app.dbs.web.tx((tx) => moveBonds(tx, owners, { place, nowMin: run.nowMin, isRest }));
  for (const name of [...ofSpecials, ...ofBonds]) note(run, name);
  if (expires) {
    await expireTrades(app.dbs.worker);
    for (const { model } of schedules) apply(model, { kind: "expire" });
  }
  if (settles) await settleCases(run, now);
  await app.db.read((tx) => assertState(tx, run));
}

/** A database that cannot answer now has done nothing: it is asked once more, as a browser does, and the run says so. */
async function askTwice<T>(run: WideRun, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "LEDGER_ASYNC_MODE")) throw error;
    note(run, `${ASKED_AGAIN}${errorInALine(error)}`);
    return work();
  }
}
export const ASKED_AGAIN = "asked again after ";

/** The news of what both sides agreed on have arrived: their cases are closed. */
async function settleCases({ app, schedules }: WideRun, at: Date): Promise<void> {
  const settled = schedules.flatMap(({ model, hashes }) =>
    model.trades.flatMap(({ hasCase, status }, index) =>
      hasCase && !DISPUTED.includes(status) ? (hashes[index] ?? []) : [],
    ),
  );
  const payload = { actor: "buyer", status: "cancelled_buyer" } as const;
  const events = settled.map((subject) => ({ type: "trade.cancel", subject, payload, at, id: 0n }) as const);
  await app.dbs.worker.tx((tx) => closeSettled(tx, events));
  for (const { model } of schedules) hearNews(model);
}

type Wish = Omit<Act, "expected">;
type Wanted = { readonly schedule: Schedule; readonly act: Wish };

/** Mostly what the model would accept of its newest trade; a new one begins when that is over. */
function draw(place: WidePlace, schedule: Schedule, isRest: boolean): Wanted | undefined {
  const { model, random, pair, hashes, rests } = schedule;
  const trade = model.trades.length - 1;
  const newest = model.trades[trade];
  const isEnding = rests && isRest;
  const goesOn = () => !isEnding && random.below(4) < (newest && hasMatter(newest) ? 3 : 2);
  const isOver = newest === undefined || (newest.endedAt !== undefined && !goesOn());
  if (isOver && isEnding) return undefined;
  const of = { pair, tag: random.hash(), hash: hashes[trade] ?? "" };
  if (newest && !isOver) {
    const command = stepOf(model, { newest, trade, random, isEnding });
    return { schedule, act: { ...of, dollars: newest.dollars, command } };
  }
  const dollars = 20 + random.below(MOST_DOLLARS - 19);
  const { offer, starter, price, by } = drawTaken(place, schedule);
  const taken = { offer: schedule.offers[offer] ?? "", starter: by, price };
  return { schedule, act: { ...of, dollars, taken, command: startBy(pair, { dollars, price, offer, starter }) } };
}

/** Something is left to be said about coins that are gone. */
const hasMatter = ({ awardedAt, appeal, report }: ModelTrade): boolean =>
  (awardedAt !== undefined && !appeal?.outcome) || (report !== undefined && !report.outcome);

type Stepping = {
  readonly newest: ModelTrade;
  readonly trade: number;
  readonly random: Draw;
  /** Whatever ends it is first. */
  readonly isEnding: boolean;
};

function stepOf(model: Model, { newest, trade, random, isEnding }: Stepping): Step {
  const ofCases = newest.endedAt === undefined ? [] : caseStepsOf(newest, trade, random);
  const all = [...(stepsOf(newest, trade, random) as Step[]), ...fileStepsOf(newest, trade, random), ...ofCases];
  const enabled = random.below(5) === 0 ? [] : all.filter((command) => isEnabled(model, command));
  const ends = isEnding ? enabled.filter(({ kind }) => ENDS.includes(kind)) : [];
  const weighted = (ends.length > 0 ? ends : enabled).flatMap((command) =>
    Array.from({ length: weightOf(command) }, () => command),
  );
  const anything = hasMatter(newest) && ofCases.length > 0 ? ofCases : all;
  return weighted[random.below(Math.max(1, weighted.length))] ?? (anything[random.below(anything.length)] as Step);
}
const ENDS: readonly string[] = ["release", "cancel", "award"];

type Sum = { readonly dollars: number; readonly price: string; readonly offer: number; readonly starter: number };

function startBy({ method }: Pair, { dollars, price, offer, starter }: Sum): Extract<Command, { kind: "start" }> {
  return {
    ...{ kind: "start", offer, starter, buyer: BUYER, seller: SELLER, dollars },
    ...{ units: lockedUnits({ price, dollars, method }), leastUnits: lockedUnits({ price, dollars: 20, method }) },
  };
}

/** A user's proof before the step, with the signer's check: only coins in escrow can be proved. */
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

type Foretold = {
  readonly schedule: Schedule;
  readonly act: Act;
  readonly how: ReturnType<typeof startOf> | undefined;
};

/** The model does it first. */
function foretell({ schedule, act }: Wanted): Foretold {
  const { command } = act;
  const how = command.kind === "start" ? startOf(schedule.model, command) : undefined;
  return { schedule, act: { ...act, expected: apply(schedule.model, command) }, how };
}

function compare(run: WideRun, { schedule, act, how, outcome }: Foretold & { readonly outcome: Outcome }): void {
  const { model, pair, hashes } = schedule;
  const { command, expected } = act;
  const what = `${JSON.stringify(command, (_, value) => (typeof value === "bigint" ? String(value) : value))} of ${pair.method} in the schedule of ${pair.buyer} at ${run.nowMin}`;
  assert.equal(outcome.code, expected, what);
  note(run, expected || nameOf(act));
  if (expected !== "") return;
  schedule.accepted += 1;
  if (command.kind !== "start") return;
  assert.ok(outcome.trade && typeof how === "string", what);
  hashes.push(outcome.trade.hash);
  const { ownerIs, special, cashback: terms } = model.offers[command.offer] as ModelOffer;
  if (special) note(run, "start at a locked price");
  const price = act.taken?.price ?? "";
  const trade = begun(run, { pair, how, dollars: act.dollars, price });
  const cashback = cashbackOf({ ...trade, feeUnits: trade.fee }, terms);
  if (cashback > 0n) note(run, "start with cashback");
  model.trades.push({ ...trade, cashback, offer: command.offer, ownerIs });
}

function note({ count }: WideRun, name: string): void {
  count.set(name, (count.get(name) ?? 0) + 1);
}

function nameOf({ command, pair }: Act): string {
  if (command.kind === "award" && command.share !== undefined) return "a division";
  if ("outcome" in command) return `${command.kind}: ${command.outcome}`;
  return command.kind === "fallback" || command.kind === "start" ? `${command.kind} in ${pair.flow}` : command.kind;
}

type Begun = {
  readonly pair: Pair;
  readonly how: "funded" | "unfunded";
  readonly dollars: number;
  readonly price: string;
};

function begun(
  { nowMin }: WideRun,
  { pair, how, dollars, price }: Begun,
): Omit<ModelTrade, "offer" | "ownerIs" | "cashback"> {
  const { units, feeUnits, windowMin, disputeWaitMin } = termsOf({ price, dollars, method: pair.method });
  return {
    ...BEGINNING,
    ...{ flow: pair.flow, buyer: BUYER, seller: SELLER, dollars },
    ...{ units, fee: feeUnits, windowMin, disputeWaitMin, startedAt: nowMin, needsTwo: dollars > 1000 },
    asksProof: requirementOf(pair.method, pair.flow) !== undefined,
    status: how === "funded" ? "active_funded" : "not_funded",
    expiresAt: deadlineOf({ nowMin } as Model, how, windowMin),
  };
}

type StandingTrade = { hash: string; status: string; flow_type: string; minutes: number | null };

/** Every trade of every schedule, and what everybody has: free, in a bond, and in escrow. */
async function assertState(tx: Pick<Tx, "rows">, { schedules, owners, place }: WideRun): Promise<void> {
  const rows = await tx.rows<StandingTrade>`
    select hash, status, flow_type, (extract(epoch from expires_at - ${place.start}::timestamptz) / 60)::float8 as minutes
    from trades`;
  const found = new Map(rows.map(({ hash, ...trade }) => [hash, trade]));
  const expected = new Map<string, bigint>([
    ["escrow", 0n],
    ["fees", 0n],
  ]);
  const add = (name: string, units: bigint) => void expected.set(name, (expected.get(name) ?? 0n) + units);
  for (const { pair, model, hashes } of schedules) {
    for (const [index, { status, flow, expiresAt, units, fee }] of model.trades.entries()) {
      const said = { status, flow_type: flow, minutes: expiresAt ?? null };
      assert.deepEqual(found.get(hashes[index] ?? ""), said, `trade ${index} of ${pair.method}`);
      if (HELD.includes(status)) add("escrow", units + fee);
    }
    for (const [who, id] of [pair.buyer, pair.seller].entries())
      add(`user:${id}:BTC:available`, model.available.get(who) ?? 0n);
    add("fees", model.fees);
  }
  addBonds(expected, owners);
  await assertLists(tx, schedules);
  const balances = await tx.rows<{ name: string; balance_units: bigint }>`
    select name, balance_units from ledger_accounts where name like 'user:%'
    union all
    select 'escrow', coalesce(sum(balance_units), 0)::bigint from ledger_accounts where name like 'trade:%:escrow'
    union all
    select 'fees', coalesce(sum(balance_units), 0)::bigint from ledger_accounts where name = 'house:BTC:fees'`;
  const held = new Map(balances.map(({ name, balance_units: units }) => [name, units]));
  for (const [name, units] of expected) assert.equal(held.get(name) ?? 0n, units, name);
}

/** Of each round of a trade the coins came into escrow once and left it once; and a trade has the account that its flow gives, once. */
export async function assertExits(tx: Pick<Tx, "rows">, { schedules }: WideRun): Promise<void> {
  const rows = await tx.rows<{ hash: string; came: number; went: number; accounts: number }>`
    select trade.hash, moved.came::int, moved.went::int,
      (select count(*)::int
       from trade_payment_accounts given
       join payment_accounts known on known.id = given.account_id
       join offers offer on offer.payment_account = known.public_id
       where given.trade_id = trade.id and given.owner_id = trade.seller_id and offer.hash = trade.offer_hash) as accounts
    from trades trade
    cross join lateral (
      select count(distinct posting.journal_id) filter (where posting.to_account = escrow.id) as came,
             count(distinct posting.journal_id) filter (where posting.from_account = escrow.id) as went
      from ledger_accounts escrow
      join postings posting on escrow.id in (posting.from_account, posting.to_account)
      where escrow.name = 'trade:' || trade.id || ':BTC:escrow') as moved`;
  const found = new Map(rows.map(({ hash, ...trade }) => [hash, trade]));
  for (const { pair, model, hashes } of schedules)
    for (const [index, { status, reopened }] of model.trades.entries()) {
      const came = reopened ? 2 : 1;
      const expected = {
        came,
        went: HELD.includes(status) ? came - 1 : came,
        accounts: pair.flow === "bt-auto" ? 1 : 0,
      };
      assert.deepEqual(found.get(hashes[index] ?? ""), expected, `${pair.flow} of ${pair.buyer}`);
    }
}
