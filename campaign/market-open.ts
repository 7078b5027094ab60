/** Starts of a random market: an offer is made, and somebody takes it. */
import assert from "node:assert/strict";
import { ask, count, type Run, stateOfModel } from "./market-asking.ts";
import { apply, deadlineOf, startOf } from "./market-model.ts";
import type { Command } from "./market-types.ts";
import { closeOffer, openOffer, stateOf, tradeOf } from "./market-place.ts";
import { assertPrice, LEAST_DOLLARS, METHODS, type Method, termsOf } from "./market-terms.ts";
import * as verbs from "./market-verbs.ts";

/** Returns how many trades were started. */
export async function openOne(run: Run): Promise<number> {
  const { place, model } = run;
  const method = METHODS[model.trades.length] ?? "paypal";
  const { owner, starter, ownerIs, dollars } = drawStart(run);
  const { offer, price, rate } = await openOffer(place, { owner, ownerIs, method });
  assertPrice(price, rate);
  const terms = termsOf({ price, dollars, method });
  const [buyer, seller] = ownerIs === "seller" ? [starter, owner] : [owner, starter];
  const least = termsOf({ price, dollars: LEAST_DOLLARS, method });
  const [units, leastUnits] = [terms, least].map((one) => one.units + one.feeUnits) as [bigint, bigint];
  const command = { kind: "start", starter, seller, dollars, units, leastUnits } as const;
  const by = place.people[starter];
  assert.ok(by);
  const answer = await ask(run, { by, ...verbs.start(offer, price, dollars) });
  const outcome = startOf(model, command);
  assert.equal(answer.code, apply(model, command), "a start was answered otherwise");
  if (typeof outcome === "object") {
    count(run, answer.code);
    await closeOffer(place, offer);
    return 0;
  }
  count(run, outcome === "funded" ? "start" : "start without coins");
  await bookTrade(run, { ...command, buyer, ownerIs, method, outcome, answer });
  return 1;
}

function drawStart({ place, random }: Run) {
  const owner = random.below(place.people.length);
  const starter = (owner + 1 + random.below(place.people.length - 1)) % place.people.length;
  const ownerIs = random.below(2) === 0 ? ("seller" as const) : ("buyer" as const);
  return {
    owner,
    starter,
    ownerIs,
    dollars: random.below(3) === 0 ? 1100 + random.below(900) : LEAST_DOLLARS + random.below(200),
  };
}

type Started = Extract<Command, { kind: "start" }> & {
  readonly buyer: number;
  readonly ownerIs: "buyer" | "seller";
  readonly method: Method;
  readonly outcome: "funded" | "unfunded";
  readonly answer: Parameters<typeof tradeOf>[1];
};

/** The trade is in the tables as its terms say, and in the model from now on. */
async function bookTrade(run: Run, { buyer, seller, starter, ownerIs, dollars, method, outcome, answer }: Started) {
  const { place, model } = run;
  const trade = await tradeOf(place, answer);
  const terms = termsOf({ price: trade.price, dollars, method });
  const { units, fee_units: feeUnits, window_minutes: windowMin, dispute_wait_sec: waitSec } = trade;
  assert.deepEqual({ units, feeUnits, windowMin, disputeWaitMin: waitSec / 60 }, terms, method);
  place.hashes.push(trade.hash);
  model.trades.push({
    ...BEGINNING,
    ...{ buyer, seller, ownerIs, dollars, units, fee: feeUnits, windowMin, disputeWaitMin: terms.disputeWaitMin },
    status: outcome === "funded" ? "active_funded" : "not_funded",
    startedAt: model.nowMin,
    expiresAt: deadlineOf(model, outcome, windowMin),
    needsTwo: dollars > 1000,
  });
  assert.deepEqual(await stateOf(place), stateOfModel(model), `after a start by ${starter}`);
}

const BEGINNING = {
  ...{ revealed: false, ownerCame: false, paidAt: undefined, endedAt: undefined },
  ...{ everPaid: false, cancelProved: false },
  ...{ extended: 0, reopenAsked: false, reopened: false, hasCase: false, takenBy: undefined, proposed: undefined },
  ...{ rated: { buyer: 0 as const, seller: 0 as const }, replied: { buyer: false, seller: false } },
} as const;
