/** What the levels of both sides leave for a trade, before anybody types a sum. */
import { levelNameOf } from "#contract/level-names.ts";
import type { TradeLimits } from "#contract/levels.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { findOffer } from "../../market/offers/index.ts";
import { leftCents, readLimits, readUsage } from "../../market/trades/index.ts";
import { inFiat } from "./view-levels.ts";

/** Refuses offer.not_found. A currency without a rate has no limit to show: nothing starts in it. */
export async function tradeLimits(
  tx: ReadTx,
  { viewerId, offerHash }: { viewerId: bigint; offerHash: string },
): Promise<TradeLimits> {
  const offer = await findOffer(tx, offerHash);
  if (!offer) throw new Refusal("offer.not_found");
  const [usage, limitsOf] = await Promise.all([readUsage(tx, [viewerId, offer.ownerId]), readLimits(tx)]);
  const maxOf = async (userId: bigint) => {
    const used = usage.get(userId);
    const left = used && leftCents(used, limitsOf);
    return left === undefined ? null : ((await inFiat(tx, left, offer.fiat)) ?? null);
  };
  const [ownMax, ownerMax] = await Promise.all([maxOf(viewerId), maxOf(offer.ownerId)]);
  return { level: levelNameOf(usage.get(viewerId)?.level ?? 0), ownMax, ownerMax };
}
