/** An owner switches all offers on, as many as may be, or all off. */
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { ownersShortOfBond } from "../../bonds/index.ts";
import { activeLimitOf } from "./active-limit.ts";
import { lockOwner } from "../owners/owner-rows.ts";
import type { Offer } from "../offer.ts";
import { offersOfOwners, setSwitch } from "../rows.ts";
import { isBonded, lacksRate, reconsiderOffers, refreshOwnerFacts } from "../owners/owner.ts";
import { refuseBelowCreationLevel } from "../owners/creation-level.ts";

export type SwitchedAll = { readonly switched: number; readonly refused: { hash: string; code: string }[] };

/**
 * Locks the owner. Special offers are switched off with all others, and on only one by one. Says which offers stayed off and why: duplicates, those beyond the limit, without
 * the bond, and paid in metal without a rate.
 */
export async function switchAllOffers(
  tx: Tx,
  { owner, isOn, side }: { owner: { userId: bigint; level: number }; isOn: boolean; side?: OfferType | undefined },
): Promise<SwitchedAll> {
  if (isOn) await refuseBelowCreationLevel(tx, owner.level);
  await lockOwner(tx, owner.userId);
  const all = (await offersOfOwners(tx, [owner.userId])).filter(({ partnerId }) => !isOn || partnerId === null);
  const wanted = all.filter((offer) => offer.isOn !== isOn && (side === undefined || offer.side === side));

  const refused: SwitchedAll["refused"] = [];
  const twins = new Set(all.filter((offer) => offer.isOn).map(marketOf));
  let room = isOn ? (await activeLimitOf(tx, owner.userId)) - all.filter((offer) => offer.isOn).length : wanted.length;
  const isAsked = isOn && wanted.some(({ methodId }) => isBonded(methodId));
  const isShort = isAsked && (await ownersShortOfBond(tx, [owner.userId])).size > 0;
  const refusalOf = (offer: Offer): RefusalCode | undefined => {
    if (twins.has(marketOf(offer))) return "offer.duplicate";
    if (lacksRate(offer)) return "offer.custom_rate";
    if (isShort && isBonded(offer.methodId)) return "offer.bond_missing";
    return room <= 0 ? "offer.too_many_active" : undefined;
  };
  const switched = wanted.filter((offer) => {
    if (!isOn) return true;
    const code = refusalOf(offer);
    if (code) return void refused.push({ hash: offer.hash, code });
    twins.add(marketOf(offer));
    room -= 1;
    return true;
  });

  await setSwitch(
    tx,
    switched.map(({ id }) => id),
    isOn,
  );
  await refreshOwnerFacts(tx, [owner.userId]);
  await reconsiderOffers(tx, [owner.userId]);
  for (const { hash } of switched) {
    tx.emit({ type: "offer.switched", subject: hash, payload: { ownerId: String(owner.userId), isOn } });
  }
  return { switched: switched.length, refused };
}

function marketOf(offer: { side: string; crypto: string; fiat: string; methodId: number }): string {
  return `${offer.side}/${offer.crypto}/${offer.fiat}/${offer.methodId}`;
}
