/** The default order of the list: trust in the owner, the price, their presence. Pure. */

export type RankFacts = {
  readonly side: "buy" | "sell";
  readonly marginBp: number;
  /** In thousandths of a whole partner, who paid 25 USD of fees: what else could be counted is cheaper to buy. */
  readonly weightPartners: number;
  readonly weightPositive: number;
  readonly weightNegative: number;
  readonly releaseSec: number | null;
  readonly isOnline: boolean;
  readonly badge: string;
  /** The tier from trades, whatever badge is shown. */
  readonly tier: string;
  readonly isPromoted: boolean;
};

/**
 * More than 500 USD of fees buy without a tier, also for an owner who is away: a tier takes those fees, an identity, an
 * address and months.
 */
const BADGE_POINTS: Record<string, number> = { power_trader: 420, expert_trader: 460, operator: 40, ambassador: 20 };

export function badgePoints(badge: string): number {
  return BADGE_POINTS[badge] ?? 0;
}

/** More than everything else together. */
const PROMOTION_POINTS = 2000;
/** Two percent better than the market: what claims to be better still is bait more often than a bargain. */
const BEST_PRICE_POINTS = 220;

/** Higher ranks first. About 500 points of trust, 220 of price, 150 of presence. */
export function rankOf(facts: RankFacts): number {
  const experience = Math.min(100, Math.round(40 * Math.log2(1 + facts.weightPartners / 1000)));
  const [good, bad] = [facts.weightPositive / 1000, facts.weightNegative / 1000];
  // Two imagined good and one bad word: five good words are not yet better than a hundred with one bad among them.
  const trust = Math.round((240 * (good + 2)) / (good + bad + 3));
  const speed = facts.releaseSec === null ? 0 : Math.max(0, 60 - Math.floor(facts.releaseSec / 60));
  // What the visitor pays more, or gets less, than the market.
  const costBp = facts.side === "sell" ? facts.marginBp : -facts.marginBp;
  const price = Math.max(0, Math.min(BEST_PRICE_POINTS, 200 - Math.round(costBp / 10)));
  return (
    experience +
    trust +
    speed +
    price +
    (facts.isOnline ? 150 : 0) +
    (facts.isPromoted ? PROMOTION_POINTS : 0) +
    Math.max(badgePoints(facts.badge), badgePoints(facts.tier))
  );
}
