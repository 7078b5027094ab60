/** The SQL of quotes of withdrawals, and of what they are checked against. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export async function insertSendOutQuote(tx: Tx, quote: NewSendOutQuote): Promise<void> {
  await tx.rows`
    insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
    values (${quote.hash}, ${quote.userId}, ${quote.currency}, ${quote.destination}, ${quote.units}, ${quote.feeUnits}, ${quote.usdValue},
            ${tx.now}, ${quote.expiresAt})`;
}

export type NewSendOutQuote = {
  readonly hash: string;
  readonly userId: bigint;
  readonly currency: CryptoCode;
  readonly destination: string;
  readonly units: bigint;
  readonly feeUnits: bigint;
  /** Decimal dollars of amount and fee together. */
  readonly usdValue: string;
  readonly expiresAt: Date;
};

/** Whether the user sent to this address before, or to another one with the same ends, in small letters or capitals. */
export async function pastUseOf(
  tx: ReadTx,
  { userId, currency, destination }: { userId: bigint; currency: CryptoCode; destination: string },
): Promise<{ is_known: boolean; has_similar: boolean }> {
  const rows = await tx.rows<{ is_known: boolean; has_similar: boolean }>`
    select coalesce(bool_or(destination = ${destination}), false) as is_known,
           coalesce(bool_or(destination <> ${destination}
             and lower(right(destination, 4)) = lower(right(${destination}, 4))
             and lower(substr(destination, 3, 4)) = lower(substr(${destination}, 3, 4))), false) as has_similar
    from send_outs
    where user_id = ${userId} and currency = ${currency} and status not in ('cancelled', 'failed')`;
  return onlyRow(rows);
}

/** How long a send-out of this quote will wait, rounded up. */
export async function waitHoursOf(tx: ReadTx, hash: string): Promise<number> {
  const rows = await tx.rows<{ hours: number }>`
    select ceil(extract(epoch from wait_for_address(quote)) / 3600)::int as hours
    from send_out_quotes quote
    where quote.hash = ${hash}`;
  return onlyRow(rows).hours;
}

export type SendOutQuoteRow = {
  id: bigint;
  user_id: bigint;
  currency: CryptoCode;
  destination: string;
  units: bigint;
  fee_units: bigint;
  usd_value: string;
  expires_at: Date;
  is_taken: boolean;
};

/** Locks the user's withdrawals against each other, so that the quote and the daily sum are read as they are. */
export async function lockQuote(
  tx: ReadTx,
  { userId, hash }: { userId: bigint; hash: string },
): Promise<SendOutQuoteRow | undefined> {
  await tx.rows`select pg_advisory_xact_lock(7265040, hashint8(${userId})) is null as locked`;
  const [quote] = await tx.rows<SendOutQuoteRow>`
    select id, user_id, currency, destination, units, fee_units, usd_value, expires_at,
           exists (select from send_outs where quote_id = send_out_quotes.id) as is_taken
    from send_out_quotes
    where hash = ${hash} and user_id = ${userId}`;
  return quote;
}

/** Whether all that restricts them is a ban whose last send-out staff have approved. */
export async function isLeaveAllowed(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows<{ is_allowed: boolean }>`
    select is_leave_allowed(${userId}) as is_allowed`;
  return onlyRow(rows).is_allowed;
}
