/** What the levels of both sides, the offer and the seller's balance leave for a trade, before anybody types a sum. */
import { levelNameOf } from "#contract/compliance/level-names.ts";
import type { TradeLimits } from "#contract/compliance/levels.ts";
import { displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { startLimitKind } from "#contract/market/trades/start-limits.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { getFiat, getPaymentMethod } from "../../reference/catalog/index.ts";
import { levelToCome } from "../../people/accounts/index.ts";
import { rateOf } from "../../money/rates/index.ts";
import { fiatCovered, findOffer, limitsOf, maySee, type Offer, priceAt, takerAt } from "../../market/offers/index.ts";
import { leastLeft, readLimits, readUsage, shownLeftCents, standingOf } from "../../market/trades/index.ts";
import { inFiat } from "./view-levels.ts";

/** Refuses offer.not_found. A currency without a rate has no limit to show: nothing starts in it. */
export async function tradeLimits(
  tx: ReadTx,
  { viewer, offerHash }: { viewer: Viewer; offerHash: string },
): Promise<TradeLimits> {
  const offer = await findOffer(tx, offerHash);
  const { userId } = viewer;
  if (!offer || !maySee(offer, userId)) throw new Refusal("offer.not_found");
  const [usage, levels, ofOffer] = await Promise.all([
    readUsage(tx, [userId, offer.ownerId]),
    readLimits(tx),
    limitsOfOffer(tx, offer, viewer),
  ]);
  const shown = async (cents: bigint | undefined) =>
    cents === undefined ? null : ((await inFiat(tx, cents, offer.fiat)) ?? null);
  const [found, ownerUsed] = [usage.get(userId), usage.get(offer.ownerId)];
  const used = found && { ...found, level: levelToCome(viewer) };
  const own = used && leastLeft(standingOf(used, levels, getPaymentMethod(offer.methodId)));
  const [ownMax, ownerMax] = await Promise.all([
    shown(own?.cents),
    shown(userId === offer.ownerId ? own?.cents : ownerUsed && shownLeftCents(ownerUsed, levels)),
  ]);
  const limits = [
    ...(own && ownMax !== null ? [limit(own.code, ownMax)] : []),
    ...(ownerMax === null ? [] : [limit("trade.owner_limit", ownerMax)]),
    ...ofOffer,
  ];
  const { digits } = getFiat(offer.fiat);
  const unitsOf = ({ max }: { max: string }) => unitsFromDisplay(max, digits);
  return {
    level: levelNameOf(levelToCome(viewer)),
    ownMax,
    ownerMax,
    limits: limits.sort((one, other) => Number(unitsOf(one) - unitsOf(other))),
  };
}

type Limit = TradeLimits["limits"][number];

function limit(code: RefusalCode, max: string): Limit {
  const kind = startLimitKind(code);
  if (!kind) throw new Error(`${code} is no limit`);
  return { kind, code, max, isFirm: true };
}

/** Its range or what is left of its cap, its sum for a first trade, and what the seller's balance covers. */
async function limitsOfOffer(tx: ReadTx, offer: Offer, viewer: Viewer): Promise<Limit[]> {
  const { digits } = getFiat(offer.fiat);
  const [{ taker, sellerUnits }, rate] = await Promise.all([
    takerAt(tx, { viewer, offer }),
    rateOf(tx, offer.crypto, offer.fiat),
  ]);
  const at = (code: RefusalCode, units: bigint) => limit(code, displayFromUnits(units < 0n ? 0n : units, digits));
  const capLeft = offer.capActive && offer.capUnits !== null ? offer.capUnits - offer.capUsedUnits : undefined;
  const isCapped = capLeft !== undefined && capLeft < offer.maxUnits;
  const found = [isCapped ? at("offer.cap_used", capLeft) : at("trade.amount_out_of_range", offer.maxUnits)];
  if (taker.pastTrades === 0 && offer.newBuyerMaxUnits !== null)
    found.push(at("offer.new_buyer_limit", offer.newBuyerMaxUnits));
  if (!rate) return found;
  const asTaken = { ...offer, feeBp: taker.feeBp, capActive: false };
  const price = priceAt(offer, rate.rate);
  const covered = limitsOf(asTaken, { price, sellerUnits });
  if (covered.cutBy === "balance" && sellerUnits !== undefined) {
    // An owner without enough coins has no offer; a taker has some time, and reads what their coins cover.
    const isFirm = offer.side === "sell";
    const least = isFirm ? 0n : fiatCovered(asTaken, { price, sellerUnits });
    found.push({ ...at("trade.low_balance", covered.isPossible ? covered.maxUnits : least), isFirm });
  }
  return found;
}
