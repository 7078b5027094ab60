/** Starts of a random market: an offer is made, and a user takes it; where it has a cap, sometimes two at once. */
import assert from "node:assert/strict";
import { ask, count, type Run, stateOfModel } from "./asking.ts";
import type { Answer } from "./calls.ts";
import { drawDollarsWithin, drawLimits } from "./offers/limits.ts";
import { assertLists } from "./lists.ts";
import { apply, copyOf, deadlineOf, hearNews, startOf } from "./model.ts";
import { closeOffer, lookAgain, openOffer } from "./offers/offers.ts";
import { deliverNews, stateOf, TRADERS, tradeOf } from "./offers/place.ts";
import { plainTrades } from "./offers/special.ts";
import {
  assertPrice,
  cashbackOf,
  flowOf,
  lockedUnits,
  mostCashback,
  METHODS,
  type Method,
  termsOf,
} from "./offers/terms.ts";
import type { Command, Draw, Model, ModelOffer } from "./types.ts";
import * as verbs from "./verbs.ts";

type Start = Extract<Command, { kind: "start" }>;
/** The expected data of an offer's page: its current price. */
type Shown = { readonly offer: string; readonly price: string; readonly rate: string };

/** Returns how many trades were started. */
export async function openOne(run: Run): Promise<number> {
  const { place, model, random } = run;
  const method = METHODS[plainTrades(model).length] ?? "paypal";
  const owner = random.below(TRADERS);
  const ownerIs = random.below(2) === 0 ? ("seller" as const) : ("buyer" as const);
  const isSilent = random.below(4) === 0;
  const cashback = isSilent ? {} : drawCashback(method, random);
  const offer: ModelOffer = { owner, ownerIs, method, limits: drawLimits(random), usedCents: 0, isSilent, ...cashback };
  const shown = await openOffer(place, offer);
  model.offers.push(offer);
  place.offers.push(shown.offer);
  if (random.below(3) === 0) await assertLists(run, { owner, ownerIs, price: shown.price });
  const [first = 0, second = 0] = others(run, owner);
  const mayRace = offer.limits.cap !== undefined && plainTrades(model).length + 1 < METHODS.length;
  const starters = mayRace && random.below(2) === 0 ? [first, second] : [first];
  const started = await startAll(run, shown, model.offers.length - 1, starters);
  if (started === 0) {
    await closeOffer(place, shown.offer);
    // Starts leave another model behind them.
    const closed = run.model.offers.at(-1);
    if (closed) closed.isGone = true;
  } else if (isSilent) count(run, "a silent offer taken");
  return started;
}

/** Some of those that are listed give some; the most for one trade counts for large ones. */
function drawCashback(method: Method, random: Draw): Pick<ModelOffer, "cashback"> {
  if (random.below(3) > 0) return {};
  const bp = 1n + BigInt(random.below(Number(mostCashback(method))));
  return { cashback: { bp, maxCents: BigInt(1 + random.below(500)) } };
}

/** A user who has not had it takes an offer with a cap, after what ended came back to it. */
export async function takeAgain(run: Run): Promise<number> {
  const { place, random } = run;
  const open = run.model.offers.flatMap(({ owner, limits }, offer) => {
    const trades = run.model.trades.filter((trade) => trade.offer === offer);
    const starter = others(run, owner).find(
      (who) => !trades.some(({ buyer, seller }) => buyer === who || seller === who),
    );
    return limits.cap !== undefined && trades.length > 0 && starter !== undefined ? [{ offer, starter, owner }] : [];
  });
  const taken = open[random.below(Math.max(1, open.length))];
  if (!taken || plainTrades(run.model).length >= METHODS.length) return 0;
  if (random.below(2) === 0) {
    await deliverNews(place);
    hearNews(run.model);
  }
  const shown = await lookAgain(place, taken);
  count(run, "an offer taken again");
  return startAll(run, shown, taken.offer, [taken.starter]);
}

/** Everybody but the owner, in the order that is drawn. */
function others({ random }: Run, owner: number): number[] {
  const from = random.below(TRADERS - 1);
  return Array.from({ length: TRADERS - 1 }, (_, step) => (owner + 1 + ((from + step) % (TRADERS - 1))) % TRADERS);
}

/** At once, at whichever process: what is answered must be what one of the orders gives. Returns how many were started. */
export async function startAll(run: Run, shown: Shown, offer: number, starters: readonly number[]): Promise<number> {
  const { place, random } = run;
  const known = run.model.offers[offer];
  assert.ok(known);
  if (known.special) assert.equal(shown.price, known.special.price, "a locked price moved");
  else assertPrice(shown.price, shown.rate);
  const starts = starters.map((starter) =>
    startBy(shown, { known, offer, starter, dollars: drawDollarsWithin(known.limits, random) }),
  );
  const answers = await Promise.all(
    starts.map(({ starter, dollars }) => {
      const by = place.people[starter];
      assert.ok(by);
      return ask(run, { by, ...verbs.start(shown.offer, shown.price, dollars) });
    }),
  );
  const codes = answers.map(({ code }) => code);
  const { model, outcomes } = explained(run.model, starts, codes);
  run.model = model;
  for (const [index, answer] of answers.entries()) {
    const [start, outcome] = [starts[index], outcomes[index]];
    count(run, answer.code || (outcome === "unfunded" ? "start without coins" : "start"));
    if (start && typeof outcome === "string")
      await bookTrade(run, { ...start, known, outcome, answer, price: shown.price });
  }
  const opened = codes.filter((code) => code === "").length;
  if (starts.length > 1) count(run, `${opened} of two starts at once`);
  assert.deepEqual(await stateOf(place), stateOfModel(run.model), `${JSON.stringify(codes)} to ${starters}`);
  return opened;
}

type Starting = {
  readonly known: ModelOffer;
  readonly offer: number;
  readonly starter: number;
  readonly dollars: number;
};

function startBy({ price }: Shown, { known, offer, starter, dollars }: Starting): Start {
  const { owner, ownerIs, method, limits } = known;
  const [buyer, seller] = ownerIs === "seller" ? [starter, owner] : [owner, starter];
  const [units, leastUnits] = [dollars, limits.least].map((sum) => lockedUnits({ price, dollars: sum, method })) as [
    bigint,
    bigint,
  ];
  return { kind: "start", offer, starter, buyer, seller, dollars, units, leastUnits };
}

/** Of two at once either may have been first. */
function explained(model: Model, starts: readonly Start[], codes: readonly string[]) {
  const forwards = [...starts.keys()];
  for (const order of [forwards, [...forwards].reverse()]) {
    const tried = copyOf(model);
    const outcomes: ReturnType<typeof startOf>[] = [];
    let fits = true;
    for (const index of order) {
      const start = starts[index];
      assert.ok(start);
      outcomes[index] = startOf(tried, start);
      fits &&= isToldAs(codes[index] ?? "", applyCounted(tried, start), starts.length);
    }
    // The caller records started trades with their terms.
    tried.trades.length = model.trades.length;
    if (fits) return { model: tried, outcomes };
  }
  const inTurn = copyOf(model);
  const expected = starts.map((one) => applyCounted(inTurn, one));
  assert.fail(`starts were answered ${JSON.stringify(codes)}, and not ${JSON.stringify(expected)} in turn`);
}

/** The one that begins counts for the limits of the next. */
function applyCounted(model: Model, start: Start): string {
  const refusal = apply(model, start);
  if (refusal !== "") return refusal;
  const { offer, starter, buyer, seller, dollars, units } = start;
  model.trades.push({
    ...BEGINNING,
    ...{
      flow: "default" as const,
      offer,
      buyer,
      seller,
      dollars,
      units,
      fee: 0n,
      cashback: 0n,
      windowMin: 0,
      disputeWaitMin: 0,
      needsTwo: false,
    },
    ...{ ownerIs: starter === buyer ? "seller" : "buyer", status: "active_funded" },
    ...{ startedAt: model.nowMin, expiresAt: model.nowMin },
  });
  return refusal;
}

/** Checks after the offer's cap let the start through. */
const AFTER_CAPS = [
  "ledger.halted",
  "trade.owner_limit",
  "offer.id_and_address",
  "max_per_trade_limit",
  "reached_daily_compliance_limit",
  "max_2_active_trades_id_not_verified",
  "trade.low_balance",
];

/** Where two are decided in one transaction, the offer is not taken off the market between them. */
function isToldAs(code: string, expected: string, starts: number): boolean {
  if (code === expected) return true;
  // The one beside it counted, although its coins were then not locked.
  if (starts > 1 && code === "offer.cap_used" && AFTER_CAPS.includes(expected)) return true;
  return starts > 1 && expected === "offer.not_active" && ["offer.cap_used", "trade.low_balance"].includes(code);
}

type Started = Start & {
  readonly known: ModelOffer;
  readonly outcome: "funded" | "unfunded";
  readonly answer: Answer;
  readonly price: string;
};

/** The trade is in the tables as its terms say, and in the model from now on. */
async function bookTrade(run: Run, started: Started): Promise<void> {
  const { known, buyer, seller, offer, dollars, outcome, answer, price } = started;
  const { place, model } = run;
  const { ownerIs, method } = known;
  const trade = await tradeOf(place, answer);
  assert.equal(trade.price, price, "a trade at another price than its starter saw");
  const terms = termsOf({ price, dollars, method: method as Method });
  const { units, fee_units: feeUnits, window_minutes: windowMin, dispute_wait_sec: waitSec } = trade;
  assert.deepEqual({ units, feeUnits, windowMin, disputeWaitMin: waitSec / 60 }, terms, method);
  const cashback = cashbackOf({ ...terms, dollars }, known.cashback);
  assert.equal(trade.cashback_units ?? 0n, cashback, "cashback of other terms than its offer's");
  if (cashback > 0n) count(run, "a start with cashback");
  place.hashes.push(trade.hash);
  model.trades.push({
    ...BEGINNING,
    ...{ flow: flowOf(method), offer, buyer, seller, ownerIs, dollars, units, fee: feeUnits, cashback, windowMin },
    disputeWaitMin: terms.disputeWaitMin,
    status: outcome === "funded" ? "active_funded" : "not_funded",
    startedAt: model.nowMin,
    expiresAt: deadlineOf(model, outcome, windowMin),
    needsTwo: dollars > 1000,
  });
}

/** Of a trade in which nobody has done anything. */
export const BEGINNING = {
  ...{ cards: [], seenAt: undefined },
  ...{ revealed: false, ownerCame: false, paidAt: undefined, endedAt: undefined },
  ...{ everPaid: false, cancelProved: false, releaseProved: false },
  ...{ extended: 0, reopenAsked: false, reopened: false, hasCase: false, takenBy: undefined, proposed: undefined },
  share: undefined,
  ...{ asksProof: false, files: [undefined, undefined], awardedAt: undefined, judges: [] },
  ...{ appeal: undefined, report: undefined },
  ...{ rated: { buyer: 0 as const, seller: 0 as const }, replied: { buyer: false, seller: false } },
} as const;
