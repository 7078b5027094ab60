/** The store for administrators: stock and failures by brand, and reports of codes that do not work. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { StaffStore } from "#contract/products/store/gift-card-store.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { brandRows, reportRows } from "./staff-rows.ts";

export async function viewStaffStore(tx: ReadTx): Promise<StaffStore> {
  const reports = await reportRows(tx);
  return {
    brands: (await brandRows(tx)).map(({ in_stock: inStock, ...brand }) => ({ ...brand, inStock })),
    reports: reports.map((one) => ({
      ...{ id: one.hash, username: one.username, order: one.order_hash, brand: one.brand, provider: one.provider },
      amount: displayFromUnits(one.face_units, fiatDigitsOf(one.currency)),
      currencyCode: one.currency,
      reference: one.external_ref,
      seenAt: one.first_seen_at.toISOString(),
      reportedAt: one.reported_at.toISOString(),
      says: one.report,
      redeemedAt: one.redeemed_at?.toISOString() ?? null,
    })),
  };
}
