/** The order of the list when nobody asks for another: whom one can trust, what it costs, who is there. Pure. */

export type RankFacts = {
  readonly side: "buy" | "sell";
  readonly marginBp: number;
  readonly tradesSuccessful: number;
  readonly feedbackPositive: number;
  readonly feedbackNegative: number;
  readonly releaseSec: number | null;
  readonly isOnline: boolean;
  readonly badge: string;
  /** What trades give, whatever badge is shown. */
  readonly tier: string;
  readonly isPromoted: boolean;
};

const BADGE_POINTS: Record<string, number> = { power_trader: 60, expert_trader: 90, operator: 40, ambassador: 20 };

export function badgePoints(badge: string): number {
  return BADGE_POINTS[badge] ?? 0;
}

/** More than everything else together. */
const PROMOTION_POINTS = 2000;

/** Higher stands first. About 600 points of trust, 300 of price, 150 of presence. */
export function rankOf(facts: RankFacts): number {
  const experience = Math.min(300, Math.round(40 * Math.log2(1 + facts.tradesSuccessful)));
  // Two imagined good and one bad word: five good words are not yet better than a hundred with one bad among them.
  const goodShare = (facts.feedbackPositive + 2) / (facts.feedbackPositive + facts.feedbackNegative + 3);
  const trust = Math.round(240 * goodShare);
  const speed = facts.releaseSec === null ? 0 : Math.max(0, 60 - Math.floor(facts.releaseSec / 60));
  // What the visitor pays more, or gets less, than the market.
  const costBp = facts.side === "sell" ? facts.marginBp : -facts.marginBp;
  const price = Math.max(0, Math.min(300, 200 - Math.round(costBp / 10)));
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
