/** Conversions of a random market: a quote, a proof, and often the same quote taken at both processes at once. */
import assert from "node:assert/strict";
import { displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ShownConversion } from "#contract/people/sign-in/proofs.ts";
import { ask, count, type Run, stateOfModel } from "../asking.ts";
import { haltOf } from "../halts.ts";
import { owes } from "./wallet.ts";
import { freshRates, setClock, stateOf, TRADERS } from "../offers/place.ts";
import * as verbs from "../verbs.ts";

type Coin = "BTC" | "USDT";
const DIGITS = { BTC: 8, USDT: 6 } as const;
/** Some dollars: one is the least. */
const LEAST_UNITS = { BTC: 10_000n, USDT: 4_000_000n };
/** Of ten thousand, what the operator keeps. */
const SPREAD_BP = 100n;
/** As a table of rates has at most. */
const RATE_DIGITS = 20;
/** A rate is kept with twelve digits. */
const RATE_TOLERANCE = 1e-11;

/** A user converts bitcoin to tether, or back. Returns 1 when it was done. */
export async function convertOne(run: Run): Promise<number> {
  const { model, place, random } = run;
  const who = random.below(TRADERS);
  const [by, person] = [place.people[who], model.people[who]];
  assert.ok(by && person);
  const from: Coin = person.tether > 0n && random.below(2) === 0 ? "USDT" : "BTC";
  const has = from === "BTC" ? (model.available.get(who) ?? 0n) : person.tether;
  if (has < LEAST_UNITS[from]) return 0;
  // Now and then a little more than there is.
  const units = random.below(6) === 0 ? has + 100_000n : drawUnits(run, from, has);
  const rates = await freshRates(place);
  const asked = await ask(run, {
    by,
    ...verbs.quoteConversion({ from, amount: displayFromUnits(units, DIGITS[from]) }),
  });
  if (units > has) {
    assert.equal(asked.code, "ledger.insufficient_balance");
    count(run, "a conversion of more than there is");
    return 0;
  }
  assert.equal(asked.code, "", asked.text);
  const { data: quote } = JSON.parse(asked.text) as { data: ShownConversion & { readonly id: string } };
  const { id, fromAmount, to, toAmount } = quote;
  const given = unitsFromDisplay(toAmount, DIGITS[from === "BTC" ? "USDT" : "BTC"]);
  assertGiven({ from, units, given, rates });
  await ask(run, {
    by,
    ...verbs.prove(by, { kind: "convert", id }, place.now, { conversion: { from, fromAmount, to, toAmount } }),
  });
  const isLate = random.below(6) === 0;
  if (isLate) {
    model.nowMin += 1;
    await setClock(place, model.nowMin);
  }
  const takers = random.below(3) === 0 ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: takers }, () => ask(run, { by, ...verbs.convert(id) })));
  const refusal = isLate
    ? "wallet.quote_expired"
    : haltOf(model, "convert") || (owes(model, who) ? "wallet.on_hold" : "");
  const codes = answers.map(({ code }) => code).sort();
  assert.deepEqual(codes, refusal ? codes.map(() => refusal) : ["", "wallet.quote_taken"].slice(0, takers));
  for (const code of codes) count(run, code || "conversion");
  if (!refusal) {
    const [bitcoin, tether] = from === "BTC" ? [-units, given] : [given, -units];
    model.available.set(who, (model.available.get(who) ?? 0n) + bitcoin);
    person.tether += tether;
  }
  assert.deepEqual(await stateOf(place), stateOfModel(model), `after a conversion of ${units} ${from}`);
  return refusal ? 0 : 1;
}

/** Worth more than the dollar that is the least; all of it where that is little. */
function drawUnits({ random }: Run, from: Coin, has: bigint): bigint {
  const wished =
    from === "BTC" ? BigInt(10_000 + random.below(400_000)) : BigInt(5_000_000 + random.below(200_000_000));
  return wished < has ? wished : has;
}

type Quoted = {
  readonly from: Coin;
  readonly units: bigint;
  readonly given: bigint;
  readonly rates: Record<Coin, string>;
};

/** The result of the price less the spread, rounded down, except the last digit of the stored rate. */
function assertGiven({ from, units, given, rates }: Quoted): void {
  const to = from === "BTC" ? "USDT" : "BTC";
  const whole = (rate: string) => unitsFromDisplay(rate, RATE_DIGITS);
  const exact =
    (units * whole(rates[from]) * (10_000n - SPREAD_BP) * 10n ** BigInt(DIGITS[to])) /
    (10_000n * whole(rates[to]) * 10n ** BigInt(DIGITS[from]));
  const slack = BigInt(Math.ceil(Number(exact) * RATE_TOLERANCE));
  assert.ok(
    given <= exact + slack && given >= exact - 1n - slack,
    `${units} ${from} at ${rates[from]} gave ${given}, and not ${exact}`,
  );
}
