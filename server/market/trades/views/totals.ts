/** Sums over a user's completed trades. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { HistoryTotals } from "#contract/market/trades/history-totals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { totalRows } from "./history-rows.ts";
import { AWARDED, filterOf, type HistoryQuery } from "./lists.ts";

/** Of each side. */
const MOST = 5000;

/** Those that went well and those that a moderator divided, whatever status the query names. */
export async function historyTotals(
  tx: ReadTx,
  query: Omit<HistoryQuery, "page" | "before" | "status">,
): Promise<HistoryTotals> {
  const filter = await filterOf(tx, { ...query, status: "successful" });
  const rows = await totalRows(tx, filter, { divided: AWARDED, atMost: MOST });
  const ofSide = (role: string) => rows.reduce((sum, row) => sum + (row.role === role ? row.trades : 0), 0);
  return {
    sums: rows.map((row) => ({
      role: row.role,
      cryptoCurrencyCode: row.crypto,
      fiatCurrencyCode: row.fiat_code,
      trades: row.trades,
      cryptoAmount: displayFromUnits(row.units, CRYPTO[row.crypto].digits),
      fiatAmount: displayFromUnits(row.fiat_units, row.fiat_digits, { pad: true }),
      fee: displayFromUnits(row.fee_units, CRYPTO[row.crypto].digits),
    })),
    isWhole: ofSide("buyer") < MOST && ofSide("seller") < MOST,
  };
}
