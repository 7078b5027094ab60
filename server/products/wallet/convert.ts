/** Takes a conversion quote: the user's coins to the house, the house's coins to the user, in one journal. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Conversion } from "#contract/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { accountOf, balancesOf, postEach, refuseWhenHalted } from "../../money/ledger/index.ts";
import { refuseOnHold, emitWalletEvent } from "../../money/custody/index.ts";

type QuoteRow = {
  id: bigint;
  user_id: bigint;
  from_currency: CryptoCode;
  to_currency: CryptoCode;
  from_units: bigint;
  to_units: bigint;
  expires_at: Date;
};

/**
 * A quote is taken once: the row that takes it waits for another taker. Refuses wallet.quote_unknown, wallet.quote_expired, wallet.quote_taken,
 * wallet.on_hold, wallet.conversion_unavailable when the house has too little, ledger.halted and
 * ledger.insufficient_balance.
 */
export async function convert(
  tx: Tx,
  { userId, quoteHash }: { userId: bigint; quoteHash: string },
): Promise<Conversion> {
  const [quote] = await tx.rows<QuoteRow>`
    select id, user_id, from_currency, to_currency, from_units, to_units, expires_at
    from conversion_quotes
    where hash = ${quoteHash}`;
  const now = await tx.readClock();

  if (!quote || quote.user_id !== userId) throw new Refusal("wallet.quote_unknown");
  await refuseWhenHalted(tx, "money_out", "ledger");
  await refuseOnHold(tx, userId);
  const [taken] = await tx.rows`
    insert into conversions (quote_id, user_id, created_at)
    values (${quote.id}, ${userId}, ${now})
    on conflict (quote_id) do nothing
    returning quote_id`;
  if (!taken) throw new Refusal("wallet.quote_taken");
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
