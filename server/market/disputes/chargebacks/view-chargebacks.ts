/** A chargeback as one viewer sees it, and the queue of the staff. */
import type { CaseQueue } from "#contract/market/disputes/case-names.ts";
import type {
  ChargebackFilters,
  ChargebackPage,
  ChargebackRow,
  ChargebackView,
} from "#contract/market/disputes/chargebacks.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { findTrade, roleIn } from "../../trades/index.ts";
import { listedReports, type ReportRow, reportableUntil, reportOf } from "./chargeback-rows.ts";
import { openWords } from "./chargeback-words.ts";
import { viewFiles } from "../view-dispute.ts";

/** Refuses trade.not_found to strangers, and to staff where there is no report. */
export async function viewChargeback(
  tx: ReadTx,
  { hash, viewerId, isStaff }: { hash: string; viewerId: bigint; isStaff: boolean },
): Promise<ChargebackView> {
  const [trade, row] = await Promise.all([findTrade(tx, hash), reportOf(tx, { hash, viewerId })]);
  const role = trade && roleIn(trade, viewerId);
  if (!trade || !(role || (isStaff && row))) throw new Refusal("trade.not_found");
  const isReader = role !== undefined || (isStaff && row?.taken_by === viewerId);
  if (row) return { state: "reported", until: null, report: viewReport(row, { viewerId, isStaff, isReader }) };
  const until = role === "seller" && trade.status === "released" ? await reportableUntil(tx, hash) : null;
  const state = !until ? "not_available" : until <= tx.now ? "expired" : "available";
  return { state, until: until?.toISOString() ?? null, report: null };
}

type Viewer = { readonly viewerId: bigint; readonly isStaff: boolean };

function viewReport(
  row: ReportRow,
  { isReader, ...viewer }: Viewer & { readonly isReader: boolean },
): NonNullable<ChargebackView["report"]> {
  return {
    caseNumber: row.case_number,
    status: statusOf(row),
    reason: row.reason,
    reportedAt: row.reported_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    isTaken: row.taken_by !== null,
    words: wordsFor(row, viewer),
    files: isReader ? viewFiles(row.files) : [],
    answer: row.answer || null,
    compensation: compensationOf(row),
    madeGood:
      row.made_good_by && row.made_good_at ? { by: row.made_good_by, at: row.made_good_at.toISOString() } : null,
    mayRepay: row.seller_id === viewer.viewerId && row.outcome === "confirmed" && row.made_good_at === null,
  };
}

const statusOf = ({ outcome }: ReportRow) =>
  outcome === null ? "Pending" : outcome === "confirmed" ? "Confirmed" : "Dismissed";

/** The payer's name is visible to the seller and the assigned moderator. */
function wordsFor(row: ReportRow, { viewerId, isStaff }: Viewer) {
  const isTheirs = row.seller_id === viewerId || (isStaff && row.taken_by === viewerId);
  return isTheirs && row.words_sealed ? openWords(row.words_sealed, row.case_number) : null;
}

const compensationOf = ({ compensation_units: units, crypto }: ReportRow) =>
  units === null ? null : displayFromUnits(units, CRYPTO[crypto].digits);

type Asked = ChargebackFilters & {
  readonly viewerId: bigint;
  readonly queue?: CaseQueue | undefined;
  readonly after?: string | undefined;
};

export async function listChargebacks(tx: ReadTx, { queue = "waiting", ...asked }: Asked): Promise<ChargebackPage> {
  const found = await readSlice(
    (limit) => listedReports(tx, { ...asked, queue, limit }),
    ({ place }) => place,
  );
  return { rows: found.rows.map((row) => viewRow(row, asked.viewerId)), next: found.next };
}

/** One of the queue, by its trade; refuses chargeback.gone. */
export async function viewCase(
  tx: ReadTx,
  { hash, viewerId }: { hash: string; viewerId: bigint },
): Promise<ChargebackRow> {
  const row = await reportOf(tx, { hash, viewerId });
  if (!row) throw new Refusal("chargeback.gone");
  return viewRow(row, viewerId);
}

function viewRow(row: ReportRow, viewerId: bigint): ChargebackRow {
  const isTheirs = row.taken_by === viewerId;
  return {
    caseNumber: row.case_number,
    tradeHash: row.trade_hash,
    status: statusOf(row),
    reason: row.reason,
    seller: row.seller,
    buyer: row.buyer,
    fiatAmount: displayFromUnits(row.fiat_units, row.fiat_digits, { pad: true }),
    fiatCurrencyCode: row.fiat_code,
    cryptoAmount: displayFromUnits(row.units, CRYPTO[row.crypto].digits),
    cryptoCurrencyCode: row.crypto,
    paymentMethod: getPaymentMethod(row.payment_method_id).name,
    releasedAt: row.released_at.toISOString(),
    reportedAt: row.reported_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    takenBy: row.taken_by_name,
    mayTake: row.outcome === null && row.taken_by === null && row.may_judge,
    mayDecide: row.outcome === null && isTheirs && row.may_judge,
    words: wordsFor(row, { viewerId, isStaff: true }),
    files: isTheirs ? viewFiles(row.files) : [],
    mostUnits: String(row.units + row.fee_units - row.cashback_of_seller),
    decidedAt: row.decided_at?.toISOString() ?? null,
    compensation: compensationOf(row),
    madeGoodBy: row.made_good_by,
    confirmedBefore: row.confirmed_before,
  };
}
