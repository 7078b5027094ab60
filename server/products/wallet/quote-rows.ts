/** The SQL of quotes and of conversions. */
import type { CryptoCode } from "#contract/money.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";

export async function insertConversionQuote(tx: Tx, quote: NewConversionQuote): Promise<void> {
  await tx.rows`
    insert into conversion_quotes (hash, user_id, from_currency, to_currency, from_units, to_units, rate, created_at, expires_at)
    values (${quote.hash}, ${quote.userId}, ${quote.from}, ${quote.to}, ${quote.fromUnits}, ${quote.toUnits}, ${quote.rate}, ${tx.now}, ${quote.expiresAt})`;
}

export type NewConversionQuote = {
  readonly hash: string;
  readonly userId: bigint;
  readonly from: CryptoCode;
  readonly to: CryptoCode;
  readonly fromUnits: bigint;
  readonly toUnits: bigint;
  readonly rate: string;
  readonly expiresAt: Date;
};

export async function findConversionQuote(tx: ReadTx, hash: string): Promise<ConversionQuoteRow | undefined> {
  const [row] = await tx.rows<ConversionQuoteRow>`
    select id, user_id, from_currency, to_currency, from_units, to_units, expires_at
    from conversion_quotes
    where hash = ${hash}`;
  return row;
}

type ConversionQuoteRow = {
  id: bigint;
  user_id: bigint;
  from_currency: CryptoCode;
  to_currency: CryptoCode;
  from_units: bigint;
  to_units: bigint;
  expires_at: Date;
};

/** Waits for another taker of the same quote. False when it is taken. */
export async function takeConversionQuote(
  tx: Tx,
  { quoteId, userId, at }: { quoteId: bigint; userId: bigint; at: Date },
): Promise<boolean> {
  const rows = await tx.rows`
    insert into conversions (quote_id, user_id, created_at)
    values (${quoteId}, ${userId}, ${at})
    on conflict (quote_id) do nothing
    returning quote_id`;
  return rows.length > 0;
}
