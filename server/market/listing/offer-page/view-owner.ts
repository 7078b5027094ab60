/** A user as cards show the owner of an offer, for the preview of a new one. */
import type { OfferOwner } from "#contract/market/offers/offers.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { viewOwner } from "../card.ts";
import { ownerRow } from "../listing-rows.ts";

export async function viewAsOwner(
  tx: ReadTx,
  { userId, locale }: { readonly userId: bigint; readonly locale: Locale },
): Promise<OfferOwner> {
  const row = await ownerRow(tx, userId);
  if (!row) throw new Error(`no user ${userId}`);
  return viewOwner(row, { now: tx.now, locale });
}
