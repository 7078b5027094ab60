/** The SQL of reports of messages. Functions of the database show and close them for the staff. */
import type { DirectMessage, MessageReport } from "#contract/reach/messenger/messenger.ts";
import type { MessageReportReason } from "#contract/reach/messenger/names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../platform/cursors.ts";

/** The author of a message. */
export async function authorOf(
  tx: ReadTx,
  { conversationId, seq }: { conversationId: bigint; seq: number },
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ author_id: bigint }>`
    select author_id
    from direct_messages
    where conversation_id = ${conversationId} and seq = ${seq}`;
  return row?.author_id;
}

export async function countReports(tx: ReadTx, reporterId: bigint): Promise<number> {
  const rows = await tx.rows<{ made: number }>`
    select count(*)::int as made
    from direct_reports
    where reporter_id = ${reporterId} and reported_at > ${tx.now}::timestamptz - interval '1 day'`;
  return onlyRow(rows).made;
}

type NewReport = {
  readonly number: string;
  readonly conversationId: bigint;
  readonly reporterId: bigint;
  readonly reportedId: bigint;
  readonly reason: MessageReportReason;
  readonly wordsSealed: Uint8Array | null;
  /** Messages from this number to that one are copied. */
  readonly from: number;
  readonly to: number;
};

/** False where the reporter has an open report of this conversation. */
export async function insertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const { number, conversationId, reporterId, reportedId, reason, wordsSealed, from, to } = report;
  const [made] = await tx.rows<{ id: bigint }>`
    insert into direct_reports (number, conversation_id, reporter_id, reported_id, reason, words_sealed, reported_at)
    values (${number}, ${conversationId}, ${reporterId}, ${reportedId}, ${reason}, ${wordsSealed}::bytea, ${tx.now})
    on conflict (conversation_id, reporter_id) where outcome is null do nothing
    returning id`;
  if (!made) return false;
  await tx.rows`
    insert into direct_report_messages (report_id, seq, author_id, kind, body_sealed, file_name, at)
    select ${made.id}::bigint, message.seq, message.author_id, message.kind, message.body_sealed, uploads.name, message.at
    from direct_messages message
    left join uploads on uploads.id = message.upload_id
    where message.conversation_id = ${conversationId} and message.seq between ${from}::int and ${to}::int`;
  return true;
}

export type ReportRow = {
  readonly place: string;
  readonly number: string;
  readonly reporter_id: bigint;
  readonly reported_id: bigint;
  readonly by: string;
  readonly about: string;
  readonly reason: MessageReportReason;
  readonly words_sealed: Buffer | null;
  readonly reported_at: Date;
  readonly others: number;
  readonly outcome: NonNullable<MessageReport["closed"]>["outcome"] | null;
  readonly closed_by: string | null;
  readonly closed_at: Date | null;
  readonly closed_why: string | null;
};

function reportRows(tx: ReadTx, which: Fragment): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    select wanted.place, report.number, report.reporter_id, report.reported_id, reporter.username as by,
      reported.username as about, report.reason, report.words_sealed, report.reported_at,
      (
        select count(*)::int
        from direct_reports beside
        where beside.reported_id = report.reported_id and beside.outcome is null and beside.id <> report.id
      ) as others,
      report.outcome, closer.username as closed_by, report.closed_at, report.closed_why
    from (${which}) as wanted
    join direct_reports report on report.id = wanted.id
    join users reporter on reporter.id = report.reporter_id
    join users reported on reported.id = report.reported_id
    left join users closer on closer.id = report.closed_by
    order by wanted.nr`;
}

type Queue = { readonly queue: "waiting" | "closed"; readonly after: string | undefined; readonly limit: number };

/** The longest waiting first; of the closed ones the latest first. */
export function queueRows(tx: ReadTx, { queue, after, limit }: Queue): Promise<ReportRow[]> {
  const id = sql`one.id`;
  if (queue === "waiting")
    return reportRows(
      tx,
      sql`
      select one.id, ${placeOf(sql`one.reported_at`, id)} as place, row_number() over (order by one.reported_at, one.id) as nr
      from direct_reports one
      where one.outcome is null ${behind(sql`one.reported_at`, id, after)}
      order by one.reported_at, one.id
      limit ${limit}`,
    );
  return reportRows(
    tx,
    sql`
    select one.id, ${placeOf(sql`one.closed_at`, id)} as place,
      row_number() over (order by one.closed_at desc, one.id desc) as nr
    from direct_reports one
    where one.outcome is not null ${before(sql`one.closed_at`, id, after)}
    order by one.closed_at desc, one.id desc
    limit ${limit}`,
  );
}

export async function findReport(tx: ReadTx, number: string): Promise<ReportRow | undefined> {
  const [row] = await reportRows(
    tx,
    sql`select one.id, '' as place, 1 as nr from direct_reports one where one.number = ${number}`,
  );
  return row;
}

export type CopiedRow = {
  readonly conversation_id: bigint;
  readonly seq: number;
  readonly author: string;
  readonly is_reported: boolean;
  readonly kind: DirectMessage["kind"];
  readonly body_sealed: Buffer;
  readonly file_name: string | null;
  readonly written_at: Date;
};

/** None where there is no such report, or this member of the staff is a side of it. */
export function lookAtReport(
  tx: Tx,
  { number, staffId, reason }: { number: string; staffId: bigint; reason: string },
): Promise<CopiedRow[]> {
  return tx.rows<CopiedRow>`
    select conversation_id, seq, author, is_reported, kind, body_sealed, file_name, written_at
    from look_at_message_report(${number}, ${staffId}, ${reason}, ${tx.now})`;
}

type Closing = { readonly number: string; readonly outcome: string; readonly why: string; readonly staffId: bigint };

export async function closeReport(tx: Tx, { number, outcome, why, staffId }: Closing): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from close_message_report(${number}, ${outcome}, ${why}, ${staffId}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
