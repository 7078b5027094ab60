/** A member reports a message, and the staff read and close reports. */
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { listMessageReports, lookAtMessageReport, MessageReport } from "#contract/reach/messenger/messenger.ts";
import { type MessageReportReason, REPORTED_BEFORE } from "#contract/reach/messenger/names.ts";
import { readSlice } from "../../platform/cursors.ts";
import { ids } from "../../platform/ids.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { openBody, openWords, sealWords } from "./body.ts";
import { getConversationRow } from "./messages.ts";
import * as rows from "./report-rows.ts";

const MOST_A_DAY = 10;

type Report = {
  readonly hash: string;
  readonly userId: bigint;
  readonly seq: number;
  readonly reason: MessageReportReason;
  readonly text: string | undefined;
};

/**
 * Copies the message and the ten before it. Refuses messenger.not_found, messenger.no_message, messenger.own_report,
 * messenger.report_words, messenger.reports_today and messenger.reported.
 */
export async function reportConversation(tx: Tx, report: Report): Promise<{ number: string }> {
  const { hash, userId, seq, reason, text = "" } = report;
  const conversation = await getConversationRow(tx, { hash, userId });
  const author = await rows.authorOf(tx, { conversationId: conversation.id, seq });
  if (author === undefined) throw new Refusal("messenger.no_message");
  if (author === userId) throw new Refusal("messenger.own_report");
  if (reason === "other" && isBlank(text)) throw fieldRefusal("messenger.report_words", "text");
  if ((await rows.countReports(tx, userId)) >= MOST_A_DAY) throw new Refusal("messenger.reports_today");

  const number = ids.hash();
  const words = trimmed(text);
  const isMade = await rows.insertReport(tx, {
    number,
    conversationId: conversation.id,
    reporterId: userId,
    reportedId: author,
    reason,
    wordsSealed: words === "" ? null : sealWords(words, number),
    from: seq - REPORTED_BEFORE,
    to: seq,
  });
  if (!isMade) throw new Refusal("messenger.reported");
  return { number };
}

type Queue = {
  readonly staffId: bigint;
  readonly queue?: "waiting" | "closed" | undefined;
  readonly after?: string | undefined;
};

export async function viewReports(
  tx: ReadTx,
  { staffId, queue = "waiting", after }: Queue,
): Promise<ReplyOf<typeof listMessageReports>> {
  const found = await readSlice(
    (limit) => rows.queueRows(tx, { queue, after, limit }),
    ({ place }) => place,
  );
  return { rows: found.rows.map((row) => viewReport(row, staffId)), next: found.next };
}

function viewReport(row: rows.ReportRow, staffId: bigint): MessageReport {
  const { outcome, closed_by: by, closed_at: at, closed_why: reason } = row;
  return {
    number: row.number,
    by: row.by,
    about: row.about,
    reason: row.reason,
    text: row.words_sealed && openWords(row.words_sealed, row.number),
    at: row.reported_at.toISOString(),
    others: row.others,
    closed:
      outcome !== null && by !== null && at !== null && reason !== null
        ? { outcome, by, at: at.toISOString(), reason }
        : null,
    mayDecide: staffId !== row.reporter_id && staffId !== row.reported_id,
  };
}

/** The audit log has who looked and why. Refuses messenger.no_report, also to a side of it. */
export async function lookAtReport(
  tx: Tx,
  look: { readonly number: string; readonly staffId: bigint; readonly reason: string },
): Promise<ReplyOf<typeof lookAtMessageReport>> {
  const found = await rows.lookAtReport(tx, look);
  if (found.length === 0) throw new Refusal("messenger.no_report");
  return {
    messages: found.map((row) => ({
      seq: row.seq,
      author: row.author,
      isReported: row.is_reported,
      kind: row.kind,
      text: openBody(row.body_sealed, { conversationId: row.conversation_id, seq: row.seq }),
      fileName: row.file_name,
      at: row.written_at.toISOString(),
    })),
  };
}

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  not_judge: "auth.forbidden",
  unknown: "messenger.no_report",
  own: "staff.own_account",
  closed: "messenger.report_closed",
};

type Closing = { readonly number: string; readonly staffId: bigint; readonly outcome: string; readonly why: string };

/** Refuses messenger.no_report, messenger.report_closed, staff.own_account. */
export async function closeReport(tx: Tx, closing: Closing): Promise<MessageReport> {
  const outcome = await rows.closeReport(tx, closing);
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
  const row = await rows.findReport(tx, closing.number);
  if (!row) throw new Error("the report just closed cannot be read");
  return viewReport(row, closing.staffId);
}
