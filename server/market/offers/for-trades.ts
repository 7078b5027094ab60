/** What market/trades asks of offers, in lists: lock, decide, use, give back, miss. */
import type { ReadTx, Tx } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import type { Situation } from "./may-open-trade.ts";
import type { Offer } from "./offer.ts";
import { reconsiderOffers } from "./owner.ts";
import { addToCaps, clearMissed, countMissed, lockOffers } from "./rows.ts";

/** Locks them in id order until the transaction ends; one that is deleted or never was is not in the map. By hash. */
export async function lockOffersForTrade(tx: Tx, hashes: readonly string[]): Promise<Map<string, Offer>> {
  const offers = await lockOffers(tx, [...new Set(hashes)]);
  return new Map(offers.filter(({ isDeleted }) => !isDeleted).map((offer) => [offer.hash, offer]));
}

/** The platform's rules about countries, read once for a group of starts. */
export async function countryRules(
  tx: ReadTx,
): Promise<(countryIso: string) => Pick<Situation, "isGrayCountry" | "isCountryEnabled">> {
  const settings = await readSettings(tx, ["catalog.disabled_countries", "catalog.gray_countries"]);
  return (countryIso) => ({
    isGrayCountry: settings["catalog.gray_countries"].includes(countryIso),
    isCountryEnabled: !settings["catalog.disabled_countries"].includes(countryIso),
  });
}

export type OfferUse = { readonly offer: Pick<Offer, "id" | "ownerId" | "capActive">; readonly fiatUnits: bigint };

/** Trades were opened: takes the sums from the caps. With the offers locked; offers without a cap are not written. */
export async function useOffers(tx: Tx, uses: readonly OfferUse[]): Promise<void> {
  await moveCaps(
    tx,
    uses.filter(({ offer }) => offer.capActive),
    1n,
  );
}

/** Trades ended without a release: gives the sums back to the caps. */
export async function giveBackOffers(tx: Tx, uses: readonly OfferUse[]): Promise<void> {
  await moveCaps(
    tx,
    uses.filter(({ offer }) => offer.capActive),
    -1n,
  );
}

async function moveCaps(tx: Tx, uses: readonly OfferUse[], sign: bigint): Promise<void> {
  if (uses.length === 0) return;
  await addToCaps(
    tx,
    uses.map(({ offer, fiatUnits }) => ({ id: offer.id, units: sign * fiatUnits })),
  );
  await reconsiderOffers(
    tx,
    uses.map(({ offer }) => offer.ownerId),
  );
}

/** The owner let trades pass without an answer: the third in a row pauses the offer. */
export async function recordMissedTrades(tx: Tx, offers: readonly Pick<Offer, "id" | "ownerId">[]): Promise<void> {
  if (offers.length === 0) return;
  await countMissed(
    tx,
    offers.map(({ id }) => id),
  );
  await reconsiderOffers(
    tx,
    offers.map(({ ownerId }) => ownerId),
  );
}

/** Trades went well: what was missed before no longer counts. Offers that missed none are not written. */
export async function recordServedTrades(tx: Tx, offerIds: readonly bigint[]): Promise<void> {
  if (offerIds.length === 0) return;
  await clearMissed(tx, offerIds);
}
