/** The moderators' queue. */
import type { DisputeFilters, DisputePage, DisputeRow } from "#contract/market/disputes/disputes.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { divisionOf } from "../trades/index.ts";
import { readSlice } from "../../platform/cursors.ts";
import { getReason, reasonBySlug } from "./reasons.ts";
import { caseRows, type DisputeSlice, type QueueRow } from "./rows.ts";

type Asked = DisputeFilters & {
  readonly viewerId: bigint;
  readonly state?: DisputeSlice["state"] | undefined;
  readonly after?: string | undefined;
  /** Of the names of payment methods. */
  readonly locale?: Locale | undefined;
};

/** Open cases by the nearest deadline, or decided ones, the latest first. */
export async function listDisputes(
  tx: ReadTx,
  { state = "open", reason, locale = DEFAULT_LOCALE, ...asked }: Asked,
): Promise<DisputePage> {
  const reasonId = reason && reasonBySlug(reason).id;
  const found = await readSlice(
    (limit) => caseRows(tx, { ...asked, state, reasonId, limit }),
    ({ place }) => place,
  );
  return { rows: found.rows.map((row) => viewRow(row, locale)), next: found.next };
}

function viewRow(row: QueueRow, locale: Locale): DisputeRow {
  return {
    tradeHash: row.trade_hash,
    openedBy: row.opened_by,
    reasonCode: getReason(row.reason_id).slug,
    reason: getReason(row.reason_id).text,
    text: row.body,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    takenBy: row.taken_by,
    proposal:
      row.proposed_winner && row.proposed_by
        ? { winner: row.proposed_winner, by: row.proposed_by, division: divisionOf(row, row.proposed_share_units) }
        : null,
    buyer: row.buyer,
    seller: row.seller,
    fiatAmount: displayFromUnits(row.fiat_units, row.fiat_digits, { pad: true }),
    fiatCurrencyCode: row.fiat_code,
    fiatDigits: row.fiat_digits,
    fiatPricePerCrypto: row.price,
    cryptoAmount: displayFromUnits(row.units, CRYPTO[row.crypto].digits),
    fee: displayFromUnits(row.fee_units, CRYPTO[row.crypto].digits),
    cryptoCurrencyCode: row.crypto,
    paymentMethod: methodName(getPaymentMethod(row.payment_method_id), locale),
    division: divisionOf(row, row.share_units),
    outcome: row.outcome,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}
