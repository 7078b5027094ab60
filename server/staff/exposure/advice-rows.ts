/** The SQL of advice about the operator's exposure; functions of the database make and end it. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { HouseAdvice } from "#contract/staff/exposure.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

/** advised, open, lapsed, within, stale, small, waits. */
export async function advise(
  tx: Tx,
  { currency, hash, at }: { currency: CryptoCode; hash: string; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`select advise_house(${currency}, ${hash}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** began, noted, stopped, stale. */
export async function noteDay(tx: Tx, at: Date): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`select note_exposure_day(${at}) as outcome`;
  return onlyRow(rows).outcome;
}

export type Ending = {
  readonly id: string;
  readonly state: "done" | "dismissed";
  readonly reason: string;
  readonly staffId: bigint;
};

/** done, not_admin, over. */
export async function end(tx: Tx, { id, state, reason, staffId }: Ending): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select end_house_advice(${id}, ${state}, ${reason}, ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type AdviceRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly currency: CryptoCode;
  readonly side: HouseAdvice["side"];
  readonly units: bigint;
  readonly exposure_units: bigint;
  readonly target_units: bigint;
  readonly band_units: bigint;
  readonly usd_rate: string;
  readonly made_at: Date;
  readonly status: HouseAdvice["state"];
  readonly ended_at: Date | null;
  readonly ended_by: string | null;
  readonly ended_why: string | null;
};

const COLUMNS = sql`
  one.id, one.hash, one.currency, one.side, one.units, one.exposure_units, one.target_units, one.band_units, one.usd_rate::text as usd_rate,
  one.made_at, one.status, one.ended_at, ender.username as ended_by, one.ended_why`;

export function adviceRows(
  tx: ReadTx,
  { after, limit }: { after: bigint | null; limit: number },
): Promise<AdviceRow[]> {
  return tx.rows<AdviceRow>`
    select ${COLUMNS}
    from house_advice one
    left join users ender on ender.id = one.ended_by
    where ${after}::bigint is null or one.id < ${after}::bigint
    order by one.id desc
    limit ${limit}`;
}

/** At most one of each coin. */
export function openAdvice(tx: ReadTx): Promise<AdviceRow[]> {
  return tx.rows<AdviceRow>`
    select ${COLUMNS}
    from house_advice one
    left join users ender on ender.id = one.ended_by
    where one.status = 'open'`;
}

export type JudgedRow = {
  readonly currency: CryptoCode;
  readonly target_units: bigint;
  readonly band_units: bigint;
  /** To buy, or less than nothing to sell; 0 within the band. */
  readonly move_units: bigint;
  readonly hold: "stale" | "small" | "waits" | null;
};

export function judgedExposure(tx: ReadTx): Promise<JudgedRow[]> {
  return tx.rows<JudgedRow>`
    select currency, target_units, band_units, move_units, hold
    from judged_exposure(${tx.now})`;
}

export type DayRow = {
  readonly day: string;
  readonly began_at: Date;
  readonly noted_at: Date;
  readonly realized_cents: bigint;
  readonly unrealized_cents: bigint;
  readonly stopped_at: Date | null;
};

export async function findToday(tx: ReadTx): Promise<DayRow | undefined> {
  const [row] = await tx.rows<DayRow>`
    select day::text as day, began_at, noted_at, realized_cents, unrealized_cents, stopped_at
    from exposure_days
    where day = (${tx.now}::timestamptz at time zone 'utc')::date`;
  return row;
}
