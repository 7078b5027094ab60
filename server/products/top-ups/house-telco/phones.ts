/** The phones of the demo: what the numbers that a user topped up have received, and codes that are typed into them. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { HousePhone } from "#contract/products/top-ups.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { spacedNumber } from "../../../people/phones/index.ts";
import { openPhone } from "../phone.ts";
import { pinMark } from "../sealed-pins.ts";
import { onPhonesOf, redeemPin } from "./rows.ts";

/** Those that were topped up last come first. */
export async function listPhones(tx: ReadTx, userId: bigint): Promise<HousePhone[]> {
  const phones = new Map<string, { phone: HousePhone; units: bigint }>();
  for (const row of await onPhonesOf(tx, userId)) {
    if (row.state === "pending") continue;
    const number = openPhone(row.phone_sealed, userId);
    const digits = fiatDigitsOf(row.currency);
    const { phone, units } = phones.get(number) ?? {
      phone: {
        ...{ number, shown: spacedNumber(number), operator: row.operator },
        ...{ currencyCode: row.currency, balance: "0", messages: [] },
      },
      units: 0n,
    };
    const kind =
      row.state === "failed" ? "failed" : !row.is_pin ? "airtime" : row.redeemed_at ? "pin_used" : "pin_sent";
    const arrived = kind === "airtime" || kind === "pin_used" ? row.delivered_units : 0n;
    phone.messages.push({
      ...{ kind, reference: row.reference, at: (row.redeemed_at ?? row.at).toISOString() },
      amount: displayFromUnits(kind === "failed" ? row.units : row.delivered_units, digits),
    });
    phone.balance = displayFromUnits(units + arrived, digits);
    phones.set(number, { phone, units: units + arrived });
  }
  return [...phones.values()].map(({ phone }) => phone);
}

/** Refuses store.code_unknown, store.code_used. */
export async function redeemAtPhone(tx: Tx, code: string) {
  const { outcome, currency, units } = await redeemPin(tx, pinMark(code));
  if (outcome === "unknown" || outcome === "used") throw fieldRefusal(`store.code_${outcome}`, "code");
  return { amount: displayFromUnits(units, fiatDigitsOf(currency)), currencyCode: currency };
}
