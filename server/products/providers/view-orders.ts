/** Orders at providers for administrators. */
import type { ProviderOrder, ProviderOrders } from "#contract/products/providers/orders.ts";
import type { OrderDecision, OrderList } from "#contract/products/providers/order-names.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import * as rows from "./staff-rows.ts";

type Query = { readonly show?: OrderList | undefined; readonly before?: string | undefined };

export async function viewProviderOrders(tx: ReadTx, { show = "cases", before }: Query): Promise<ProviderOrders> {
  const found = await readSlice(
    (limit) => rows.staffOrders(tx, { show, before: before === undefined ? null : BigInt(before), limit }),
    ({ id }) => String(id),
  );
  const [counts, circuits, statements, unmatched, left] = [
    await rows.orderCounts(tx),
    await rows.circuits(tx),
    await rows.statements(tx),
    await rows.unmatchedLines(tx),
    await rows.leftAtProviders(tx),
  ];
  return {
    orders: found.rows.map(viewOrder),
    next: found.next,
    counts,
    circuits: circuits.map(({ paused_until, country, failures_in_row, slowest_ms, tries, failures, ...one }) => ({
      ...one,
      countryIso: country,
      ...{ tries: Number(tries), failures: Number(failures), failuresInRow: failures_in_row, slowestMs: slowest_ms },
      pausedUntil: paused_until?.toISOString() ?? null,
    })),
    statements: statements.map((one) => ({
      ...{
        provider: one.provider,
        day: one.day,
        currencyCode: one.currency,
        isAccepted: one.is_accepted,
        lines: one.lines,
      },
      opening: fiat(one.opening_units, one.currency),
      closing: fiat(one.closing_units, one.currency),
    })),
    unmatched: unmatched.map(({ units, currency, ...line }) => ({
      ...line,
      amount: fiat(units, currency),
      currencyCode: currency,
    })),
    leftUsd: fiat(left, "USD"),
  };
}

const fiat = (units: bigint, currency: string) => displayFromUnits(units, fiatDigitsOf(currency), { pad: true });

function viewOrder(row: rows.StaffOrder): ProviderOrder {
  const local = (units: bigint) => displayFromUnits(units, fiatDigitsOf(row.got_currency));
  return {
    id: row.hash,
    row: String(row.id),
    username: row.username,
    product: row.product,
    provider: row.provider,
    countryIso: row.country,
    reference: row.external_ref,
    cryptoCurrencyCode: row.currency,
    total: displayFromUnits(row.units, CRYPTO[row.currency].digits),
    currencyCode: row.got_currency,
    amount: local(row.got_units),
    delivered: row.delivered_units === null ? null : local(row.delivered_units),
    costUsd: displayFromUnits(row.cost_units, 2),
    chargedUsd: row.charged_units === null ? null : displayFromUnits(row.charged_units, 2),
    status: row.status,
    endReason: row.end_reason,
    caseReason: row.case_reason,
    // The module that opens names adds them.
    payerName: null,
    userName: null,
    isNameClose: false,
    isByHand: row.is_by_hand,
    calls: row.calls,
    fault: row.fault,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    decisions: decisionsOf(row),
  };
}

/** As the database has them (provider_case_stands). */
function decisionsOf(row: rows.StaffOrder): OrderDecision[] {
  const { case_reason, status, ended_at, delivered_units, got_units, product } = row;
  if (case_reason === null || row.is_watched) return [];
  if (status === "settled" && case_reason === "came_back") return ["return"];
  if (ended_at !== null) return [];
  if (product === "on_ramp" && (row.is_refund_asked || (row.booked_units === 0n && !row.is_by_hand))) return ["return"];
  const isPart = delivered_units !== null && delivered_units > 0n && delivered_units < got_units;
  const isShort = (case_reason === "short" || case_reason === "repeated") && isPart;
  const isWhole = (product !== "store" || delivered_units === got_units) && !row.lacks_code;
  return [...(isWhole ? ["settle" as const] : []), ...(isShort ? ["share" as const] : []), "return"];
}
