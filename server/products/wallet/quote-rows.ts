/** The SQL of quotes and of conversions. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

/** Fails where it gives more than the prices of now say, or much less. */
export async function insertConversionQuote(tx: Tx, quote: NewConversionQuote): Promise<void> {
  const row = {
    hash: quote.hash,
    user_id: String(quote.userId),
    from_currency: quote.from,
    to_currency: quote.to,
    from_units: String(quote.fromUnits),
    to_units: String(quote.toUnits),
    rate: quote.rate,
    expires_at: quote.expiresAt,
  };
  await tx.rows`select quote_conversions(${JSON.stringify([row])}::jsonb, ${tx.now}) is null as done`;
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
    select user_id, from_currency, to_currency, from_units, to_units
    from conversion_quotes
    where hash = ${hash}`;
  return row;
}

type ConversionQuoteRow = {
  user_id: bigint;
  from_currency: CryptoCode;
  to_currency: CryptoCode;
  from_units: bigint;
  to_units: bigint;
};

/**
 * Converts what a quote says, once. `converted`, or why not: `unknown`, `taken`, `expired`, `on_hold`, `restricted`,
 * `unproved`, `insufficient`, `unavailable` where the operator has too little, `halted:<name>`.
 */
export async function takeConversionQuote(
  tx: Tx,
  { quoteHash, userId, at }: { quoteHash: string; userId: bigint; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from convert_coins(${[quoteHash]}::text[], ${[userId]}::bigint[], ${at})`;
  return onlyRow(rows).outcome;
}
