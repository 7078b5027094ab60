/** The SQL of trading sessions. */
import type { SpotSymbol } from "#contract/products/spot/names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

type SessionRow = {
  readonly expires_at: Date;
  readonly day_usd_cents: bigint;
  readonly markets: SpotSymbol[];
  /** Of today. */
  readonly used_usd_cents: bigint;
};

export async function findSession(tx: ReadTx, userId: bigint): Promise<SessionRow | undefined> {
  const [row] = await tx.rows<SessionRow>`
    select open.expires_at, open.day_usd_cents, open.markets,
           case when open.day = (${tx.now}::timestamptz at time zone 'utc')::date then open.used_usd_cents else 0 end as used_usd_cents
    from spot_sessions open
    where open.user_id = ${userId} and open.ended_at is null and open.expires_at > ${tx.now}::timestamptz`;
  return row;
}

export async function openSession(
  tx: Tx,
  one: { userId: bigint; hash: string; hours: number; dayUsd: number; markets: readonly SpotSymbol[]; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select open_spot_session(${one.userId}, ${one.hash}, ${one.hours}::int, ${one.dayUsd}::bigint, ${[...one.markets]}::text[],
      ${one.at}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function endSession(tx: Tx, userId: bigint, at: Date): Promise<void> {
  await tx.rows`select end_spot_session(${userId}, ${at}) is null as done`;
}
