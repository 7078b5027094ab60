/** Takes a conversion quote: the user's coins to the operator, the operator's coins to the user, in one journal. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Conversion } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { REFUSES } from "./refusals.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { findConversionQuote, takeConversionQuote } from "./quote-rows.ts";

/**
 * A quote is taken once: the row that takes it waits for another taker. Refuses wallet.quote_unknown, wallet.quote_expired, wallet.quote_taken,
 * wallet.on_hold, wallet.conversion_unavailable when the operator has too little, auth.password_proof, ledger.halted
 * and ledger.insufficient_balance.
 */
export async function convert(
  tx: Tx,
  { userId, quoteHash }: { userId: bigint; quoteHash: string },
): Promise<Conversion> {
  const quote = await findConversionQuote(tx, quoteHash);
  const now = await tx.readClock();
  if (!quote || quote.user_id !== userId) throw new Refusal("wallet.quote_unknown");

  const outcome = await takeConversionQuote(tx, { quoteHash, userId, at: now });
  if (outcome !== "converted")
    throw outcomeRefusal(outcome, { ...REFUSES, unproved: proofRefusal({ kind: "convert", id: quoteHash }) });

  const { from_currency: from, to_currency: to, from_units, to_units } = quote;
  emitWalletEvent(tx, { userId, currency: to, reason: "conversion", subject: quoteHash, units: to_units, txid: null });
  return {
    id: quoteHash,
    from,
    to,
    fromAmount: displayFromUnits(from_units, CRYPTO[from].digits),
    toAmount: displayFromUnits(to_units, CRYPTO[to].digits),
    createdAt: now.toISOString(),
  };
}
