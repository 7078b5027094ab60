/** The past of the demo market: who traded with whom in the last months, how it went, what they said. Pure. */
import { type Decimal, over } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Offer } from "../../market/offers/index.ts";
import type { PastFeedback } from "../../market/feedback/index.ts";
import { type PastTrade, pastAmounts } from "./record-past-trades.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import type { Draw } from "./draw.ts";
import { praise, reply, scold } from "./feedback-words.ts";

export const HISTORY_DAYS = 150;
const DAY_MS = 86_400_000;
/** No trade takes longer, so that each ends on the day it began. */
const LONGEST_SEC = 3 * 3600;

export type Participant = {
  readonly id: bigint;
  readonly fiat: string;
  readonly isSlow: boolean;
  /** Robots sell and buy; the people that can be played have only bought so far. */
  readonly maySell: boolean;
};

export type World = {
  readonly offers: readonly { offer: Offer; daysAgo: number }[];
  readonly participants: ReadonlyMap<bigint, Participant>;
  /** Available base units, by "7:BTC"; updated while the history is written. */
  readonly balances: Map<string, bigint>;
  readonly perUsd: ReadonlyMap<string, Decimal>;
  readonly now: Date;
};

/** The trades of the day that began so many days ago, oldest first; balances move with them. */
export function planDay(draw: Draw, world: World, daysAgo: number, rates: ReadonlyMap<string, Decimal>): PastTrade[] {
  const begin = world.now.getTime() - daysAgo * DAY_MS;
  const wanted = 30 + Math.floor(((HISTORY_DAYS - daysAgo) * 22) / HISTORY_DAYS) + draw.below(6);
  return Array.from({ length: wanted }, () => {
    const trade = planTrade(draw, world, { daysAgo, begin: new Date(begin), rates });
    return trade ? [trade] : [];
  }).flat();
}

type Day = { readonly daysAgo: number; readonly begin: Date; readonly rates: ReadonlyMap<string, Decimal> };

function planTrade(draw: Draw, world: World, { daysAgo, begin, rates }: Day): PastTrade | undefined {
  // Some offers are far better known than others.
  const at = Math.floor((draw.below(world.offers.length) * draw.below(1000)) / 1000);
  const known = world.offers[at];
  const starter = known && pickStarter(draw, world, known.offer);
  if (!known || !starter || known.daysAgo <= daysAgo) return undefined;
  const { offer } = known;
  const rate = rates.get(`${offer.crypto}/${offer.fiat}`);
  const perUsd = world.perUsd.get(offer.fiat);
  if (!rate || !perUsd) return undefined;
  const fiatUnits = pickSum(draw, offer);
  const course = planCourse(draw, offer, world.participants.get(offer.ownerId)?.isSlow ?? false);
  const trade: PastTrade = {
    hash: draw.hash(),
    receiptUuid: draw.uuid(),
    offer,
    starterId: starter.id,
    fiatUnits,
    usdCents: over({ units: fiatUnits, digits: getFiat(offer.fiat).digits }, perUsd, 2, "up").units,
    rate,
    rateAsOf: begin,
    startedAt: new Date(begin.getTime() + draw.below(86_400 - LONGEST_SEC - 60) * 1000),
    ...course,
    buyerFeedback: course.outcome === "released" && draw.percent(74),
    sellerFeedback: course.outcome === "released" && draw.percent(62),
  };
  return moveBalances(world, trade) ? trade : undefined;
}

function pickStarter(draw: Draw, world: World, offer: Offer): Participant | undefined {
  const all = [...world.participants.values()];
  const near = draw.percent(65) ? all.filter(({ fiat }) => fiat === offer.fiat) : all;
  const starter = near.length > 0 ? draw.pick(near) : undefined;
  if (!starter || starter.id === offer.ownerId) return undefined;
  return offer.side === "buy" && !starter.maySell ? undefined : starter;
}

function pickSum(draw: Draw, offer: Offer): bigint {
  if (offer.predefinedUnits.length > 0) return draw.pick(offer.predefinedUnits);
  const steps = (offer.maxUnits - offer.minUnits) / offer.minUnits;
  const most = Number(steps > 6n ? 6n : steps);
  return offer.minUnits * BigInt(1 + draw.below(most + 1));
}

function planCourse(draw: Draw, offer: Offer, isSlow: boolean) {
  const windowSec = offer.paymentWindowMin * 60;
  const fate = draw.weighted({ released: 93, cancelled: 4, expired: 3 });
  if (fate === "expired" && windowSec < LONGEST_SEC) {
    return { outcome: "expired" as const, paidAfterSec: null, endedAfterSec: windowSec + 1 };
  }
  if (fate !== "released") {
    return { outcome: "cancelled_buyer" as const, paidAfterSec: null, endedAfterSec: draw.between(60, 1500) };
  }
  const paidAfterSec = draw.between(90, Math.min(windowSec - 60, 2400));
  const releasedSec = isSlow ? draw.between(500, 900) : draw.between(20, draw.pick([120, 300, 900]));
  return { outcome: "released" as const, paidAfterSec, endedAfterSec: paidAfterSec + releasedSec };
}

/** False when the seller could not have locked it: they keep two thirds for their active offers. */
function moveBalances({ balances }: World, trade: PastTrade): boolean {
  const { offer, starterId } = trade;
  const isSell = offer.side === "sell";
  const [sellerId, buyerId] = isSell ? [offer.ownerId, starterId] : [starterId, offer.ownerId];
  const { units, feeUnits } = pastAmounts(trade);
  const seller = keyOf(sellerId, offer.crypto);
  const has = balances.get(seller) ?? 0n;
  if (units <= 0n || (units + feeUnits) * 3n > has) return false;
  if (trade.outcome !== "released") return true;
  const buyer = keyOf(buyerId, offer.crypto);
  balances.set(seller, has - units - feeUnits);
  balances.set(buyer, (balances.get(buyer) ?? 0n) + units);
  return true;
}

export function keyOf(userId: bigint, crypto: CryptoCode): string {
  return `${userId}:${crypto}`;
}

/** The newest word of each for each other, by method and coin; trades come oldest first. */
export function planFeedback(draw: Draw, trades: readonly PastTrade[]): PastFeedback[] {
  const latest = new Map<string, PastFeedback>();
  for (const trade of trades) {
    const { offer, starterId } = trade;
    const isSell = offer.side === "sell";
    const [sellerId, buyerId] = isSell ? [offer.ownerId, starterId] : [starterId, offer.ownerId];
    const words = (giverRole: "buyer" | "seller") => {
      const [giverId, receiverId] = giverRole === "buyer" ? [buyerId, sellerId] : [sellerId, buyerId];
      const rating = draw.percent(97) ? 1 : -1;
      const feedback: PastFeedback = {
        giverId,
        receiverId,
        methodId: offer.methodId,
        crypto: offer.crypto,
        tradeHash: trade.hash,
        offerHash: offer.hash,
        giverRole,
        rating,
        message: rating === 1 ? praise(draw, giverRole) : scold(draw, giverRole),
        reply: rating === -1 || draw.percent(12) ? reply(draw, rating) : null,
        at: new Date(trade.startedAt.getTime() + trade.endedAfterSec * 1000),
      };
      latest.set(`${giverId} ${receiverId} ${offer.methodId} ${offer.crypto}`, feedback);
    };
    if (trade.buyerFeedback) words("buyer");
    if (trade.sellerFeedback) words("seller");
  }
  return [...latest.values()];
}
