/**
 * The demo's own telephone company: another party with books of its own, in place of a provider. What it does with a number is in the
 * number's last two digits, so that everything that can go wrong can be seen.
 */
import type { Db } from "../../../platform/postgres/db.ts";
import { type ProviderAnswer, ProviderFault } from "../../providers/index.ts";
import type { TopUpProvider, TopUpWanted } from "../provider.ts";
import { HOUSE_CATALOG, houseOperatorOf } from "./catalog.ts";
import { newPin, openOwnPin, sealOwnPin } from "./pins.ts";
import { pinMark } from "../sealed-pins.ts";
import { bookedOnDay, bookPin, bookTopUp, findPin, findTopUp, type HouseTopUp } from "./rows.ts";

export const HOUSE_TELCO = "house_telco";

/** By the last two digits of a number. */
const LOSES_ITS_ANSWER = "01";
const DELIVERS_HALF = "02";
const IS_NO_NUMBER = "03";
const IS_OUT_OF_STOCK = "04";
const NEVER_ANSWERS = "05";
const HAS_MOVED = "06";

/** In cents: it fills the operator's balance up when less than half is left. */
const CREDIT = 2_000_000n;

export function openHouseTelco(db: Db): TopUpProvider {
  return {
    name: HOUSE_TELCO,
    async submit(reference, wanted) {
      const made = await db.tx(async (tx) => {
        const booked = await bookTopUp(tx, { reference, ...whatBecomesOf(wanted) });
        const code = newPin();
        if (wanted.isPin && booked.state === "succeeded")
          await bookPin(tx, { reference, sealed: sealOwnPin(code, reference), mark: pinMark(code) });
        return booked;
      });
      if (wanted.number.endsWith(LOSES_ITS_ANSWER)) throw new ProviderFault("the connection was lost");
      return withCode(answerOf(made), db, reference);
    },
    async ask(reference) {
      const made = await db.read((tx) => findTopUp(tx, reference));
      return made ? withCode(answerOf(made), db, reference) : { outcome: "not_found" };
    },
    // It sends no callbacks.
    read: () => ({ fault: "unsigned" }),
    async statement(day, before) {
      const booked = await db.read((tx) => bookedOnDay(tx, day));
      const credit = before < CREDIT / 2n ? CREDIT - before : 0n;
      const lines = [
        { kind: "deposit", reference: "credit", units: credit, at: new Date(`${day}T00:00:00Z`) } as const,
        ...booked.map(
          ({ reference, cost_cents, at }) => ({ kind: "order", reference, units: -cost_cents, at }) as const,
        ),
      ];
      const total = lines.reduce((sum, { units }) => sum + units, 0n);
      return { currency: "USD", openingUnits: before, closingUnits: before + total, lines };
    },
    catalog: async () => HOUSE_CATALOG,
    operatorOf: async (number, countryIso) => houseOperatorOf(number, countryIso),
  };
}

async function withCode(answer: ProviderAnswer, db: Db, reference: string): Promise<ProviderAnswer> {
  const sealed = answer.outcome === "succeeded" ? await db.read((tx) => findPin(tx, reference)) : undefined;
  if (!sealed) return answer;
  const code = { code: openOwnPin(sealed, reference), pin: reference.slice(0, 8).toUpperCase() };
  return answer.outcome === "succeeded" ? { ...answer, codes: [code] } : answer;
}

function whatBecomesOf({
  number,
  operator,
  currency,
  units,
  costCents,
}: TopUpWanted): Omit<HouseTopUp, "reference" | "at"> {
  const made = { operator, currency, units, delivered_units: units, cost_cents: costCents, reason: null };
  const failed = (reason: string) => ({
    ...made,
    state: "failed" as const,
    reason,
    delivered_units: 0n,
    cost_cents: 0n,
  });
  if (number.endsWith(IS_NO_NUMBER)) return failed("number");
  if (number.endsWith(IS_OUT_OF_STOCK)) return failed("stock");
  if (number.endsWith(HAS_MOVED)) return failed("operator");
  if (number.endsWith(NEVER_ANSWERS)) return { ...made, state: "pending", delivered_units: 0n, cost_cents: 0n };
  if (number.endsWith(DELIVERS_HALF))
    return { ...made, state: "succeeded", delivered_units: units / 2n, cost_cents: costCents / 2n };
  return { ...made, state: "succeeded" };
}

function answerOf({ reference, state, reason, currency, delivered_units, cost_cents }: HouseTopUp): ProviderAnswer {
  if (state === "pending") return { outcome: "pending", providerRef: reference };
  if (state === "failed")
    return {
      outcome: "failed",
      reason: reason === "number" || reason === "stock" || reason === "operator" ? reason : "refused",
    };
  return {
    outcome: "succeeded",
    providerRef: reference,
    currency,
    deliveredUnits: delivered_units,
    chargedUnits: cost_cents,
  };
}
