/** A user's movements as calls and pages show them. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import type { listWalletHistory, Movement } from "#contract/products/wallet/history.ts";
import { readSlice } from "../../../platform/cursors.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { timezoneOf } from "../../../people/accounts/index.ts";
import { keysOf, type LineRow, lineRows, periodOf } from "./line-rows.ts";

/** Newest first; days are those of the account's time zone. */
export async function listHistory(
  tx: ReadTx,
  userId: bigint,
  { start_date: from, end_date: until, after, q, ...filters }: NonNullable<QueryOf<typeof listWalletHistory>> = {},
): Promise<{ rows: Movement[]; next: string | null }> {
  const period = await periodOf(tx, { from, until, zone: await timezoneOf(tx, userId) });
  const keys = q === undefined ? undefined : await keysOf(tx, userId, q.trim());
  const { rows, next } = await readSlice(
    (limit) => lineRows(tx, { userId, ...filters, keys, period }, { limit, after }),
    ({ place }) => place,
  );
  return { rows: rows.map(viewMovement), next };
}

export function viewMovement(row: LineRow): Movement {
  const shown = (units: bigint) => displayFromUnits(units, CRYPTO[row.currency].digits);
  return {
    id: `${row.journal_id}${row.currency}`,
    kind: row.family,
    type: row.kind,
    cryptoCurrencyCode: row.currency,
    amount: shown(row.units),
    fee: shown(row.fee_units),
    balanceAfter: shown(row.balance_units),
    trade: row.trade,
    partner: row.partner,
    address: row.address,
    txid: row.txid,
    sendOutId: row.send_out,
    conversion: conversionOf(row),
    reference: row.reference,
    at: row.at.toISOString(),
  };
}

function conversionOf({ from_currency: from, to_currency: to, from_units, to_units }: LineRow): Movement["conversion"] {
  if (from === null || to === null || from_units === null || to_units === null) return null;
  return {
    from,
    to,
    fromAmount: displayFromUnits(from_units, CRYPTO[from].digits),
    toAmount: displayFromUnits(to_units, CRYPTO[to].digits),
  };
}
