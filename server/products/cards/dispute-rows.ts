/** The SQL of what merchants took, of disputes about it, and of the end of the program. */
import type { DisputeReason, DisputeStatus } from "#contract/products/cards/names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type DisputeRow = {
  hash: string;
  status: DisputeStatus;
  reason: DisputeReason;
  evidence: string | null;
  usd_units: bigint;
  credited_units: bigint;
  opened_at: Date;
  ended_at: Date | null;
};

export type TakingRow = {
  /** The merchant's question, or the entry itself where there was none. */
  payment: string;
  id: string;
  usd_units: bigint;
  left_units: bigint;
  at: Date;
  until: Date;
  dispute: bigint | null;
};

/** Of the newest payments; a user has so many days to dispute them. */
export async function takingsOf(
  tx: ReadTx,
  { userId, days, limit }: { userId: bigint; days: number; limit: number },
): Promise<TakingRow[]> {
  return tx.rows<TakingRow>`
    select coalesce(asked.external_id, taken.external_id) as payment, taken.external_id as id, taken.usd_units,
      (taken.usd_units - coalesce((
        select sum(refund.usd_units) from card_entries refund where refund.refunds_id = taken.id), 0))::bigint as left_units,
      taken.at, taken.at + make_interval(days => ${days}::int) as until, one.id as dispute
    from card_entries taken
    left join card_authorizations asked on asked.id = taken.authorization_id
    left join card_disputes one on one.entry_id = taken.id
    where taken.user_id = ${userId} and taken.kind in ('capture', 'force_post')
    order by taken.id desc
    limit ${limit}`;
}

export async function disputesOf(tx: ReadTx, userId: bigint): Promise<(DisputeRow & { id: bigint })[]> {
  return tx.rows<DisputeRow & { id: bigint }>`
    select id, hash, status, reason, evidence, usd_units, credited_units, opened_at, ended_at
    from card_disputes
    where user_id = ${userId}
    order by id desc
    limit 200`;
}

type Opening = {
  readonly hash: string;
  readonly userId: bigint;
  readonly entry: string;
  readonly reason: DisputeReason;
  readonly evidence: string;
  readonly cents: bigint;
};

/** The outcome: opened, unknown, known, late, sum. */
export async function insertDispute(tx: Tx, opening: Opening): Promise<string> {
  const { hash, userId, entry, reason, evidence, cents } = opening;
  const dispute = { hash, user_id: String(userId), entry, reason, evidence, usd_units: String(cents) };
  const rows = await tx.rows<{ outcome: string }>`
    select open_card_dispute(${JSON.stringify(dispute)}::jsonb, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** For the issuer of the demo: a dispute of this user with its card. */
export async function disputeForIssuer(
  tx: ReadTx,
  { hash, userId }: { hash: string; userId: bigint },
): Promise<{ card: string; usd_units: bigint } | undefined> {
  const [row] = await tx.rows<{ card: string; usd_units: bigint }>`
    select card.hash as card, one.usd_units
    from card_disputes one
    join cards card on card.id = one.card_id
    where one.hash = ${hash} and one.user_id = ${userId}`;
  return row;
}

/** The newest capture of a payment of which so much has not come back. */
export async function captureWithRoom(tx: ReadTx, paymentId: string, cents: bigint): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>`
    select taken.external_id as id
    from card_entries taken
    join card_authorizations asked on asked.id = taken.authorization_id
    where asked.external_id = ${paymentId} and taken.kind = 'capture'
      and taken.usd_units - coalesce((
        select sum(refund.usd_units) from card_entries refund where refund.refunds_id = taken.id), 0) >= ${cents}
    order by taken.id desc
    limit 1`;
  return row?.id;
}

export async function isProgramOver(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows<{ is_over: boolean }>`select exists (select from card_program_ends) as is_over`;
  return onlyRow(rows).is_over;
}

export type Returned = { hash: string; user_id: bigint; cents: bigint; units: bigint };

export async function returnRows(tx: Tx, hashes: readonly string[]): Promise<Returned[]> {
  return tx.rows<Returned>`
    select hash, user_id, cents, units
    from return_card_money(${hashes}::text[], ${await tx.readClock()})`;
}
