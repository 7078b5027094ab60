/** The SQL of announcements; functions of the database make and end them. */
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import type { AnnouncementKind, AnnouncementState } from "#contract/staff/announcement-names.ts";
import type { StatusPart } from "#contract/site/status-names.ts";
import { pairsOf, type Written } from "#contract/platform/written.ts";
import type { AnnouncementFilters } from "#contract/staff/announcements.ts";
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";

export type Wanted = {
  readonly kind: AnnouncementKind;
  readonly parts?: readonly StatusPart[] | undefined;
  readonly text: Written;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly reason: string;
};

export async function announce(tx: Tx, { staffId, wanted }: { staffId: bigint; wanted: Wanted }): Promise<string> {
  const { kind, parts = [], text, starts_at, ends_at, reason } = wanted;
  const rows = await tx.rows<{ outcome: string }>`
    select announce(
      ${kind}, ${pairsOf(text)}::text[], ${[...new Set(parts)]}::text[], ${starts_at}, ${ends_at}, ${reason}, ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function endAnnouncement(
  tx: Tx,
  { id, reason, staffId }: { id: string; reason: string; staffId: bigint },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select end_announcement(${BigInt(id)}, ${reason}, ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function noteAnnouncements(tx: Tx): Promise<void> {
  await tx.rows`select note_announcements(${tx.now})`;
}

export type AnnouncementRow = {
  id: string;
  kind: AnnouncementKind;
  parts: StatusPart[];
  text: Written;
  starts_at: Date;
  ends_at: Date;
  state: AnnouncementState;
  made_by: string;
  ended_by: string | null;
};

type Slice = AnnouncementFilters & { readonly after: bigint | null; readonly limit: number };

/** The newest first. */
export async function announcementRows(
  tx: ReadTx,
  { state, kind, who, after, limit }: Slice,
): Promise<AnnouncementRow[]> {
  return tx.rows<AnnouncementRow>`
    select one.id::text, one.kind, one.parts, standing.state, one.texts as text, one.starts_at, one.ends_at, maker.username as made_by, ender.username as ended_by
    from announcements one
    join users maker on maker.id = one.made_by
    left join users ender on ender.id = one.ended_by
    cross join lateral (
      select case
        when one.ended_at is not null or one.ends_at <= ${tx.now}::timestamptz then 'over'
        when one.starts_at <= ${tx.now}::timestamptz then 'shown'
        else 'planned'
      end as state) as standing
    where (${after}::bigint is null or one.id < ${after}::bigint)
      ${state === undefined ? sql`` : sql`and standing.state = ${state}`}
      ${kind === undefined ? sql`` : sql`and one.kind = ${kind}`}
      ${who === undefined ? sql`` : sql`and lower(maker.username) = lower(${who})`}
    order by one.id desc
    limit ${limit}`;
}

export type ToShow = { kind: AnnouncementKind; text: Written; starts_at: Date; ends_at: Date };

/** The newest five that are current or begin within an hour; the oldest first. */
export async function announcementsToShow(tx: ReadTx): Promise<ToShow[]> {
  return tx.rows<ToShow>`
    select kind, text, starts_at, ends_at
    from (
      select one.id, one.kind, one.texts as text, one.starts_at, one.ends_at
      from announcements one
      where one.ended_at is null and one.ends_at > ${tx.now}::timestamptz
        and one.starts_at < ${tx.now}::timestamptz + interval '1 hour'
      order by one.id desc
      limit 5
    ) as newest
    order by id`;
}

export type Maintenance = { id: string; parts: StatusPart[]; text: Written; starts_at: Date; ends_at: Date };

/** What runs and what begins within a month; the first first, twenty at most. */
export async function maintenanceToShow(tx: ReadTx): Promise<Maintenance[]> {
  return tx.rows<Maintenance>`
    select one.id::text, one.parts, one.texts as text, one.starts_at, one.ends_at
    from announcements one
    where one.kind = 'maintenance' and one.ended_at is null and one.ends_at > ${tx.now}::timestamptz
      and one.starts_at < ${tx.now}::timestamptz + interval '31 days'
    order by one.starts_at, one.id
    limit 20`;
}
