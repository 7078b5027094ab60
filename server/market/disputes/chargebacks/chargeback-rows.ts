/** The SQL of chargeback reports. What changes is functions of the database. */
import type { ChargebackReason } from "#contract/market/disputes/chargeback-names.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../../platform/cursors.ts";
import type { CaseSlice } from "../appeals/appeal-rows.ts";
import type { EvidenceRow } from "../evidence-rows.ts";
import { ofSides, takenBy } from "../rows.ts";

export type NewReport = {
  readonly hash: string;
  readonly userId: bigint;
  readonly caseNumber: string;
  readonly reason: ChargebackReason;
  readonly wordsSealed: Uint8Array;
  /** Hashes of their own uploads. */
  readonly files: readonly string[];
};
export type Reported = "reported" | "not_yours" | "exists" | "not_method" | "expired" | "no_file";

/** Locks the trade. */
export async function insertReport(tx: Tx, report: NewReport): Promise<Reported> {
  const { hash, userId, caseNumber, reason, wordsSealed, files } = report;
  const rows = await tx.rows<{ outcome: Reported }>`
    select report_chargeback(${hash}, ${userId}::bigint, ${caseNumber}, ${reason}, ${wordsSealed}::bytea, ${files}::text[],
                             ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type ReportTaken = "taken" | "had" | "taken_before" | "not_judge" | "not_open";
type Taking = { readonly caseNumber: string; readonly staffId: bigint; readonly reason: string };

/** Locks the trade, then the report; writes the act. */
export async function takeReport(tx: Tx, { caseNumber, staffId, reason }: Taking): Promise<ReportTaken> {
  const rows = await tx.rows<{ outcome: ReportTaken }>`
    select take_chargeback(${caseNumber}, ${staffId}::bigint, ${reason}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type ReportDecision = {
  readonly caseNumber: string;
  readonly staffId: bigint;
  readonly outcome: "dismissed" | "confirmed";
  readonly answer: string;
  /** Base units that the operator makes good; null for nothing. */
  readonly units: bigint | null;
};
export type ReportDecided = "decided" | "not_open" | "not_judge" | "out_of_range";

/** Locks the trade, then the report; writes the act. */
export async function decideReport(tx: Tx, decision: ReportDecision): Promise<ReportDecided> {
  const { caseNumber, staffId, outcome, answer, units } = decision;
  const rows = await tx.rows<{ outcome: ReportDecided }>`
    select decide_chargeback(${caseNumber}, ${staffId}::bigint, ${outcome}, ${answer}, ${units}::bigint,
                             ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type MadeGood = "made_good" | "not_yours" | "not_open" | "unpaid";

/** By its seller's word, or where that is null by what corrections have paid. Locks the trade, then the report. */
export async function makeReportGood(
  tx: Tx,
  { caseNumber, sellerId }: { caseNumber: string; sellerId: bigint | null },
): Promise<MadeGood> {
  const rows = await tx.rows<{ outcome: MadeGood }>`
    select make_chargeback_good(${caseNumber}, ${sellerId}::bigint, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** Until when the seller may report; null where payments of the trade's method do not come back. */
export async function reportableUntil(tx: ReadTx, hash: string): Promise<Date | null> {
  const rows = await tx.rows<{ until_at: Date | null }>`select chargeback_time(${hash}) as until_at`;
  return onlyRow(rows).until_at;
}

/** The trade that a report is about; undefined where there is no such report. */
export async function findReportedTrade(tx: ReadTx, caseNumber: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ hash: string }>`
    select trade.hash
    from chargeback_reports report
    join trades trade on trade.id = report.trade_id
    where report.case_number = ${caseNumber}`;
  return row?.hash;
}

export type ReportRow = {
  /** In a queue. */
  place: string;
  case_number: string;
  trade_hash: string;
  seller_id: bigint;
  seller: string;
  buyer: string;
  reason: ChargebackReason;
  words_sealed: Uint8Array | null;
  reported_at: Date;
  due_at: Date;
  /** The staff member who has the case and may still judge, or who decided it. */
  taken_by: bigint | null;
  taken_by_name: string | null;
  outcome: "dismissed" | "confirmed" | null;
  answer: string | null;
  compensation_units: bigint | null;
  decided_at: Date | null;
  made_good_at: Date | null;
  made_good_by: "buyer" | "operator" | null;
  files: EvidenceRow["files"];
  /** Of the trade. */
  units: bigint;
  fee_units: bigint;
  /** The part of the fee that they got back as cashback, if they took the offer. */
  cashback_of_seller: bigint;
  crypto: CryptoCode;
  fiat_units: bigint;
  fiat_digits: number;
  fiat_code: string;
  payment_method_id: number;
  released_at: Date;
  /** Whether these staff may judge it; false for other users. */
  may_judge: boolean;
  confirmed_before: number;
};

/** `which` says of `report` which are meant, in which order. */
function selectReports(
  tx: ReadTx,
  { viewerId, which, place = sql`null` }: { viewerId: bigint; which: Fragment; place?: Fragment },
): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    select ${place} as place, report.case_number, trades.hash as trade_hash, report.seller_id, seller.username as seller,
      buyer.username as buyer, report.reason, report.words_sealed, report.reported_at, report.due_at,
      staff.id as taken_by, staff.username as taken_by_name, report.outcome, report.answer, report.compensation_units,
      report.decided_at, report.made_good_at, report.made_good_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('hash', upload.hash, 'name', upload.name, 'mime_type', upload.mime_type,
          'sha256', encode(upload.sha256, 'hex')) order by named.place)
        from unnest(report.upload_ids) with ordinality as named (id, place)
        join uploads upload on upload.id = named.id
      ), '[]') as files,
      trades.units, trades.fee_units,
      case when trades.starter_id = trades.seller_id then coalesce(trades.cashback_units, 0) else 0 end as cashback_of_seller, trades.crypto, trades.fiat_units, trades.fiat_digits, trades.fiat_code,
      trades.payment_method_id, trades.released_at,
      may_judge_chargeback(trades.hash, ${viewerId}::bigint) as may_judge,
      (select count(*)::int
       from chargeback_reports other
       join trades of_buyer on of_buyer.id = other.trade_id
       where of_buyer.buyer_id = trades.buyer_id and other.outcome = 'confirmed' and other.trade_id <> trades.id)
        as confirmed_before
    from chargeback_reports report
    join trades on trades.id = report.trade_id
    join users seller on seller.id = trades.seller_id
    join users buyer on buyer.id = trades.buyer_id
    left join users staff on staff.id = report.taken_by and (report.outcome is not null or may_judge(report.taken_by))
    ${which}`;
}

export async function reportOf(
  tx: ReadTx,
  { hash, viewerId }: { hash: string; viewerId: bigint },
): Promise<ReportRow | undefined> {
  const [row] = await selectReports(tx, { viewerId, which: sql`where trades.hash = ${hash}` });
  return row;
}

/** Those that wait, by their deadlines; those of which something is owed, the oldest decision first; or all decided, the latest first. */
export function listedReports(
  tx: ReadTx,
  { queue, viewerId, who, reason, taken, after, limit }: ReportSlice & { readonly limit: number },
): Promise<ReportRow[]> {
  const [at, id] = [queue === "waiting" ? sql`report.due_at` : sql`report.decided_at`, sql`report.trade_id`];
  const which = {
    waiting: sql`report.outcome is null`,
    owed: sql`report.outcome is not null and report.compensation_units is not null and report.made_good_at is null`,
    decided: sql`report.outcome is not null`,
  }[queue];
  return selectReports(tx, {
    viewerId,
    place: placeOf(at, id),
    which: sql`
      where ${which} ${queue === "decided" ? before(at, id, after) : behind(at, id, after)}
        ${ofSides(who)} ${takenBy(taken, viewerId)}
        ${reason === undefined ? sql`` : sql`and report.reason = ${reason}`}
      order by ${queue === "decided" ? sql`report.decided_at desc, report.trade_id desc` : sql`${at}, ${id}`}
      limit ${limit}`,
  });
}

export type ReportSlice = CaseSlice & { readonly reason?: ChargebackReason | undefined };

export type SealedReport = { readonly case_number: string; readonly words_sealed: Uint8Array };

export function lockWordsBefore(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<SealedReport[]> {
  return tx.rows<SealedReport>`
    select case_number, words_sealed
    from chargeback_reports
    where words_sealed is not null and get_byte(words_sealed, 0) <> ${version}
    order by trade_id
    limit ${limit}
    for no key update`;
}

export async function putWordsAnew(
  tx: Tx,
  { caseNumber, sealed }: { caseNumber: string; sealed: Uint8Array },
): Promise<void> {
  await tx.rows`
    update chargeback_reports
    set words_sealed = ${sealed}
    where case_number = ${caseNumber}`;
}
