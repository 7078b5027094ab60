/** The functions of offers for market/trades, each for a list: lock, decide, use, give back, miss. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import type { Situation } from "./facts.ts";
import type { Offer } from "../offer.ts";
import { reconsiderOffers } from "../owners/owner.ts";
import { addMissed, addToCaps, forgetMissed, lockOffers } from "../rows.ts";

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
    uses
      .filter(({ offer }) => offer.capActive)
      .map(({ offer, fiatUnits }) => ({ offerId: offer.id, usedUnits: fiatUnits })),
  );
}

/** More of a cap is used, or less where a trade ended without a release. */
export type CapMove = { readonly offerId: bigint; readonly usedUnits: bigint };

/** Moves caps as these would one after the other: what is used never falls below zero. Offers without an active cap stay. */
export async function moveCaps(tx: Tx, moves: readonly CapMove[]): Promise<void> {
  if (moves.length === 0) return;
  const folded = new Map<bigint, { id: bigint; units: bigint; leastUnits: bigint }>();
  for (const { offerId, usedUnits } of moves) {
    const before = folded.get(offerId);
    const least = before ? before.leastUnits + usedUnits : 0n;
    folded.set(offerId, {
      id: offerId,
      units: (before?.units ?? 0n) + usedUnits,
      leastUnits: least > 0n ? least : 0n,
    });
  }
  await reconsiderOffers(tx, await addToCaps(tx, [...folded.values()]));
}

type Ended = { readonly offer: Pick<Offer, "id" | "ownerId">; readonly at: Date };

const endedOn = ({ offer, at }: Ended) => ({ id: offer.id, at });

type MissedTrade = Ended & { readonly tradeHash: string; readonly starterId: bigint };

/** The owner let trades pass without an answer: of those that count, the third in a row pauses the offer. */
export async function recordMissedTrades(tx: Tx, missed: readonly MissedTrade[]): Promise<void> {
  if (missed.length === 0) return;
  await addMissed(
    tx,
    missed.map(({ tradeHash, starterId, ...ended }) => ({ ...endedOn(ended), tradeHash, starterId })),
  );
  await reconsiderOffers(
    tx,
    missed.map(({ offer }) => offer.ownerId),
  );
}

/** Trades went well: what was missed until then no longer counts. Offers that missed none are not written. */
export async function recordServedTrades(tx: Tx, served: readonly Ended[]): Promise<void> {
  if (served.length > 0) await forgetMissed(tx, served.map(endedOn));
}
