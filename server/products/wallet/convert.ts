/** Takes a conversion quote: the user's coins to the operator, the operator's coins to the user, in one journal. */
import { CRYPTO, displayFromUnits } from "#contract/money.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Conversion } from "#contract/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { accountOf, balancesOf, postEach, refuseWhenHalted } from "../../money/ledger/index.ts";
import { emitWalletEvent, refuseOnHold } from "../../money/custody/index.ts";
import { findConversionQuote, takeConversionQuote } from "./quote-rows.ts";

/**
 * A quote is taken once: the row that takes it waits for another taker. Refuses wallet.quote_unknown, wallet.quote_expired, wallet.quote_taken,
 * wallet.on_hold, wallet.conversion_unavailable when the operator has too little, ledger.halted and
 * ledger.insufficient_balance.
 */
export async function convert(
  tx: Tx,
  { userId, quoteHash }: { userId: bigint; quoteHash: string },
): Promise<Conversion> {
  const quote = await findConversionQuote(tx, quoteHash);
  const now = await tx.readClock();

  if (!quote || quote.user_id !== userId) throw new Refusal("wallet.quote_unknown");
  await refuseWhenHalted(tx, "money_out", "ledger");
  await refuseOnHold(tx, userId);
  const isTakenNow = await takeConversionQuote(tx, { quoteId: quote.id, userId, at: now });
  if (!isTakenNow) throw new Refusal("wallet.quote_taken");
  if (quote.expires_at.getTime() <= now.getTime()) throw new Refusal("wallet.quote_expired");

  const { from_currency: from, to_currency: to, from_units, to_units } = quote;
  const postings = [
    { from: accountOf.available(userId, from), to: accountOf.house(from, "inventory"), units: from_units },
    { from: accountOf.house(to, "inventory"), to: accountOf.available(userId, to), units: to_units },
  ];
  const [outcome] = await postEach(tx, [{ kind: "conversion", subject: quoteHash, postings }]);
  if (outcome === "insufficient") {
    const isUserShort = (await balancesOf(tx, userId))[from].availableUnits < from_units;
    throw new Refusal(isUserShort ? "ledger.insufficient_balance" : "wallet.conversion_unavailable");
  }

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
