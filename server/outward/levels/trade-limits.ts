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
  const leftOf = (userId: bigint) => {
    const used = usage.get(userId);
    return used && leftCents(used, limitsOf);
  };
  const shown = async (left: bigint | undefined) =>
    left === undefined ? null : ((await inFiat(tx, left, offer.fiat)) ?? null);
  const used = usage.get(offer.ownerId);
  const hasTraded = used !== undefined && (used.openCents > 0n || used.dayCents > 0n || used.lifetimeCents > 0n);
  const left = leftOf(offer.ownerId);
  const [ownMax, ownerMax] = await Promise.all([
    shown(leftOf(viewerId)),
    shown(left !== undefined && hasTraded && viewerId !== offer.ownerId ? coarse(left) : left),
  ]);
  return { level: levelNameOf(usage.get(viewerId)?.level ?? 0), ownMax, ownerMax };
}

/** Down to 1, 2 or 5 with zeros, in whole dollars: what somebody else has left would tell what they trade. */
function coarse(cents: bigint): bigint {
  const dollars = cents / 100n;
  if (dollars === 0n) return 0n;
  const step = 10n ** BigInt(dollars.toString().length - 1);
  const digit = [5n, 2n, 1n].find((one) => one * step <= dollars) ?? 1n;
  return digit * step * 100n;
}
