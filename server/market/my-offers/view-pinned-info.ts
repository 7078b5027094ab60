/** The rank of an offer among comparable offers. */
import { decimalText } from "#contract/platform/decimal.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { getOfferPinnedInfo } from "#contract/market/offers/my/offers.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { rateOf } from "../../money/rates/index.ts";
import { competitionOf } from "./competition.ts";
import { findOffer, isActive, marginBpAt } from "../offers/index.ts";

/** Refuses offer.not_found for another user's. */
export async function viewPinnedInfo(
  tx: ReadTx,
  { hash, ownerId }: { hash: string; ownerId: bigint },
): Promise<ReplyOf<typeof getOfferPinnedInfo>> {
  const offer = await findOffer(tx, hash);
  if (!offer || offer.isDeleted || offer.ownerId !== ownerId) throw new Refusal("offer.not_found");
  const rate = await rateOf(tx, offer.crypto, offer.fiat);
  if (!rate) throw new Refusal("rates.unknown");
  const competition = await competitionOf(tx, offer, {
    rate: rate.rate,
    overBp: marginBpAt(offer, rate.rate),
    except: offer.id,
  });
  return {
    hash,
    isPinned: offer.promotedUntil !== null && offer.promotedUntil > tx.now,
    position: isActive(offer) ? competition.position : null,
    competitors: competition.competitors,
    bestPrice: competition.bestPrice && decimalText(competition.bestPrice),
  };
}
