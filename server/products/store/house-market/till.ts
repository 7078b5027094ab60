/** The till of the demo's market: a card's value into the balance of a user. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { ids } from "../../../platform/ids.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../../money/custody/index.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { codeFrom } from "../../../market/gift-cards/index.ts";
import { markOf } from "../codes.ts";
import { ownPinOf } from "./house-market.ts";
import { redeem } from "./rows.ts";

/** Refuses store.pin_wrong of a code with a PIN, store.code_unknown, store.code_used, rates.stale, order.unavailable, and while it is halted. */
export async function redeemCard(
  tx: Tx,
  userId: bigint,
  { code, pin = "" }: { code: string; pin?: string | undefined },
) {
  const wanted = ownPinOf(codeFrom(code) ?? code);
  if (wanted !== undefined && wanted !== pin.trim()) throw fieldRefusal("store.pin_wrong", "pin");
  const hash = ids.hash();
  const { outcome, currency, face_units, units } = await redeem(tx, { hash, userId, mark: markOf(code) });
  if (outcome === "unknown" || outcome === "used") throw fieldRefusal(`store.code_${outcome}`, "code");
  if (outcome !== "redeemed") throw outcomeRefusal(outcome, { stale: "rates.stale", unavailable: "order.unavailable" });
  emitWalletEvent(tx, { userId, currency: "USDT", reason: "gift_card_redeemed", subject: hash, units, txid: null });
  return {
    amount: displayFromUnits(face_units, fiatDigitsOf(currency), { pad: true }),
    currencyCode: currency,
    credited: displayFromUnits(units, CRYPTO.USDT.digits),
    cryptoCurrencyCode: "USDT" as const,
  };
}
