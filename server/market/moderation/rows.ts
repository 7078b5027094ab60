/** The SQL of reports and rejections of offers, and of featured ones. What changes is functions of the database. */
import type { JudgedFilters } from "#contract/market/offers/moderation.ts";
import type { OfferQueue, ReportReason } from "#contract/market/offers/moderation-names.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { MODERATION_STATES, OfferType } from "#contract/market/offers/offer-fields.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { behind, placeOf } from "../../platform/cursors.ts";

const MOST_COUNTED = 1000;
const MOST_REPORTS_SHOWN = 20;

export type ReportOutcome = "done" | "unknown" | "own" | "reported" | "budget";
type NewReport = {
  readonly hash: string;
  readonly reporterId: bigint;
  readonly reason: ReportReason;
  readonly words: string | null;
};

export async function reportOffer(tx: Tx, { hash, reporterId, reason, words }: NewReport): Promise<ReportOutcome> {
  const rows = await tx.rows<{ outcome: ReportOutcome }>`
    select outcome
    from report_offer(${hash}, ${reporterId}, ${reason}, ${words}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

type Decision = { readonly hash: string; readonly staffId: bigint; readonly why: string };

export async function approveOffer(tx: Tx, { hash, staffId, why }: Decision): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from approve_offer(${hash}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function rejectOffer(tx: Tx, { hash, staffId, why }: Decision): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from reject_offer(${hash}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function featureOffer(
  tx: Tx,
  { hash, staffId, days, why }: Decision & { readonly days: number },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from feature_offer(${hash}, ${days}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function unfeatureOffer(tx: Tx, { hash, staffId, why }: Decision): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from unfeature_offer(${hash}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type OfferAppeal = { readonly hash: string; readonly ownerId: bigint; readonly words: string };

export async function appealOffer(tx: Tx, { hash, ownerId, words }: OfferAppeal): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from appeal_offer(${hash}, ${ownerId}, ${words}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** The owner of an offer. */
export async function ownersOf(tx: ReadTx, hash: string): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    select owner_id
    from offers
    where hash = ${hash}`;
  return rows.map(({ owner_id }) => owner_id);
}

export type JudgedRow = {
  /** In a queue. */
  readonly place: string;
  readonly id: bigint;
  readonly hash: string;
  readonly owner_id: bigint;
  readonly username: string;
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly method_id: number;
  readonly method_label: string | null;
  readonly payment_country: string | null;
  readonly payment_subdivision: string | null;
  readonly payment_city: string | null;
  readonly terms: string;
  readonly trade_details: string;
  readonly moderation: (typeof MODERATION_STATES)[number];
  readonly active: boolean;
  readonly is_of_staff: boolean;
  readonly reports_total: number;
  readonly featured_until: Date | null;
  readonly cashback_bp: number | null;
  readonly cashback_max_cents: number | null;
  readonly fee_bp: number;
  readonly reason: string | null;
  readonly rejected_by: string | null;
  readonly rejecter_id: bigint | null;
  readonly rejected_at: Date | null;
  readonly words: string | null;
  readonly appealed_at: Date | null;
  readonly answer: string | null;
};

/** `which` selects ids of offers, each with its place. */
function judgedRows(tx: ReadTx, which: Fragment): Promise<JudgedRow[]> {
  return tx.rows<JudgedRow>`
    select ${placeOf(sql`wanted.place`, sql`offers.id`)} as place, offers.id, offers.hash, offers.owner_id, owner.username, offers.side, offers.crypto, offers.fiat, offers.method_id,
      offers.method_label, offers.payment_country, offers.payment_subdivision, offers.payment_city, offers.terms, offers.trade_details, offers.moderation, offers.active,
      exists (select from user_roles granted where granted.user_id = offers.owner_id) as is_of_staff,
      (select count(*)::int from offer_reports report where report.offer_id = offers.id and report.outcome is null) as reports_total,
      case when offers.featured_until > ${tx.now} then offers.featured_until end as featured_until,
      offers.cashback_bp, offers.cashback_max_cents, offers.fee_bp,
      rejection.reason, rejecter.username as rejected_by, rejection.rejected_by as rejecter_id, rejection.rejected_at,
      rejection.words, rejection.appealed_at, rejection.answer
    from (${which}) as wanted
    join offers on offers.id = wanted.id
    join users owner on owner.id = offers.owner_id
    left join lateral (
      select one.reason, one.rejected_by, one.rejected_at, one.words, one.appealed_at, one.answer
      from offer_rejections one
      where one.offer_id = offers.id
      order by one.id desc
      limit 1
    ) as rejection on true
    left join users rejecter on rejecter.id = rejection.rejected_by
    order by wanted.place, offers.id`;
}

export type OfferSlice = JudgedFilters & { readonly queue: OfferQueue; readonly after: string | undefined };

/** Longest wait first; for featured offers, the earliest end first. */
export function queueRows(
  tx: ReadTx,
  { queue, after, limit, reason, state, ...filters }: OfferSlice & { readonly limit: number },
): Promise<JudgedRow[]> {
  const id = sql`offers.id`;
  if (queue === "reports") {
    const first = sql`min(report.reported_at)`;
    return judgedRows(
      tx,
      sql`
      select offers.id, ${first} as place
      from offer_reports report
      join offers on offers.id = report.offer_id
      where report.outcome is null and offers.deleted_at is null ${narrowed(filters)}
      group by offers.id
      having ${reason === undefined ? sql`true` : sql`bool_or(report.reason = ${reason})`} ${behind(first, id, after)}
      order by place, offers.id
      limit ${limit}`,
    );
  }
  if (queue === "featured")
    return judgedRows(
      tx,
      sql`
      select offers.id, offers.featured_until as place
      from offers
      where offers.featured_until > ${tx.now} and offers.deleted_at is null ${narrowed(filters)}
        ${behind(sql`offers.featured_until`, id, after)}
      order by place, offers.id
      limit ${limit}`,
    );
  const at = sql`coalesce(latest.appealed_at, latest.rejected_at, offers.created_at)`;
  return judgedRows(
    tx,
    sql`
    select offers.id, ${at} as place
    from offers
    left join lateral (
      select one.appealed_at, one.rejected_at
      from offer_rejections one
      where one.offer_id = offers.id
      order by one.id desc
      limit 1
    ) as latest on true
    where offers.moderation <> 'approved' and offers.deleted_at is null
      and (${queue} = 'rejected' or offers.moderation = 'appealed') ${narrowed(filters)} ${behind(at, id, after)}
      ${state === undefined ? sql`` : sql`and offers.moderation = ${state}`}
    order by place, offers.id
    limit ${limit}`,
  );
}

const narrowed = ({ who, coin, fiat }: Pick<JudgedFilters, "who" | "coin" | "fiat">) => sql`
      ${who === undefined ? sql`` : sql`and offers.owner_id = (select named.id from users named where lower(named.username) = lower(${who}))`}
      ${coin === undefined ? sql`` : sql`and offers.crypto = ${coin}`}
      ${fiat === undefined ? sql`` : sql`and offers.fiat = ${fiat}`}`;

export async function judgedRow(tx: ReadTx, hash: string): Promise<JudgedRow | undefined> {
  const [row] = await judgedRows(
    tx,
    sql`select offers.id, null::timestamptz as place from offers where offers.hash = ${hash}`,
  );
  return row;
}

/** Up to a thousand each. */
export async function queueCounts(tx: ReadTx): Promise<Record<OfferQueue, number>> {
  const rows = await tx.rows<Record<OfferQueue, number>>`
    select
      (select count(*)::int from (
        select distinct report.offer_id
        from offer_reports report
        join offers on offers.id = report.offer_id
        where report.outcome is null and offers.deleted_at is null limit ${MOST_COUNTED}) as reported) as reports,
      (select count(*)::int from (
        select from offers where moderation <> 'approved' and moderation = 'appealed' and deleted_at is null
        limit ${MOST_COUNTED}) as waiting) as appeals,
      (select count(*)::int from (
        select from offers where moderation <> 'approved' and deleted_at is null limit ${MOST_COUNTED}) as gone) as rejected,
      (select count(*)::int from (
        select from offers where featured_until > ${tx.now} and deleted_at is null
        limit ${MOST_COUNTED}) as marked) as featured`;
  return onlyRow(rows);
}

export type ReportRow = {
  readonly offer_id: bigint;
  readonly reason: ReportReason;
  readonly words: string | null;
  readonly username: string;
  readonly reported_at: Date;
};

/** Those that wait, the oldest first; at most 20 of an offer. */
export function reportsOf(tx: ReadTx, offerIds: readonly bigint[]): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    select report.offer_id, report.reason, report.words, reporter.username, report.reported_at
    from unnest(${offerIds}::bigint[]) as wanted (id)
    cross join lateral (
      select one.offer_id, one.reason, one.words, one.reporter_id, one.reported_at
      from offer_reports one
      where one.offer_id = wanted.id and one.outcome is null
      order by one.reported_at
      limit ${MOST_REPORTS_SHOWN}
    ) as report
    join users reporter on reporter.id = report.reporter_id
    order by report.reported_at`;
}

export type Rejection = {
  readonly state: JudgedRow["moderation"];
  readonly reason: string;
  readonly at: Date;
  readonly appeal: string | null;
  readonly answer: string | null;
};

/** The latest rejection of these offers, by hash; none for an approved one. */
export async function rejectionsOf(tx: ReadTx, hashes: readonly string[]): Promise<ReadonlyMap<string, Rejection>> {
  const found = await tx.rows<{ hash: string } & Rejection>`
    select distinct on (offers.id) offers.hash, offers.moderation as state, one.reason, one.rejected_at as at,
      one.words as appeal, one.answer
    from offers
    join offer_rejections one on one.offer_id = offers.id
    where offers.hash = any (${hashes}) and offers.moderation <> 'approved'
    order by offers.id, one.id desc`;
  return new Map(found.map(({ hash, ...rejection }) => [hash, rejection]));
}
