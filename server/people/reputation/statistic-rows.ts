/** The SQL of statistics of a user's own trades. */
import type { CryptoCode } from "#contract/money/money.ts";
import { type ReadTx, sql } from "../../platform/postgres/db.ts";

export type DaySum = {
  readonly role: "buyer" | "seller";
  readonly crypto: CryptoCode;
  readonly bucket: number;
  readonly trades: number;
  readonly successful: number;
  /** As text: a sum of a busy year may be larger than a bigint. */
  readonly units: string;
  readonly usd_cents: bigint;
};

/** Of so many days until today, or of all: by role, coin and bucket of time. */
export function daySums(tx: ReadTx, userId: bigint, days: number | null): Promise<DaySum[]> {
  const which =
    days === null
      ? sql`day = '-infinity'`
      : sql`day > (${tx.now}::timestamptz at time zone 'UTC')::date - ${days}::int`;
  return tx.rows<DaySum>`
    select role, crypto, bucket::int as bucket, sum(trades)::int as trades, sum(successful)::int as successful,
           sum(units)::text as units, sum(usd_cents)::bigint as usd_cents
    from trade_days
    where user_id = ${userId} and ${which}
    group by role, crypto, bucket
    having sum(trades) > 0`;
}
