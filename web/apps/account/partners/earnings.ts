/** An estimate in US dollars by the shares of today; money that is owed is computed by the database. */
import type { PartnerRate } from "#contract/reach/partner/partner.ts";

export type Figures = {
  readonly friends: number;
  /** Of each friend in a month, in dollars. */
  readonly volume: number;
  /** In percent. */
  readonly fee: number;
  /** Users whom each friend brings. */
  readonly second: number;
};

export function earningsOf(rates: readonly PartnerRate[], { friends, volume, fee, second }: Figures) {
  const of = (tier: 1 | 2, users: number) => {
    const rate = rates.find((one) => one.tier === tier);
    if (!rate) return 0;
    return (users * volume * Math.min(fee, rate.capPercent) * rate.percent) / 10_000;
  };
  const months = rates.find(({ tier }) => tier === 1)?.months ?? 0;
  const month = of(1, friends) + of(2, friends * second);
  return { month, all: month * months, months };
}
