/** The first row for visitors is one that a newcomer can take: nothing else of the order changes. Pure. */
import { OFFER_RULE_NAMES, OFFER_RULES, type OfferRule } from "#contract/market/offers/offer-fields.ts";
import type { OfferCard } from "#contract/market/offers/offers.ts";

const CLOSED_TO_NEWCOMERS = OFFER_RULE_NAMES.map((name) => OFFER_RULES[name] as OfferRule)
  .filter(({ closedToNewcomers }) => closedToNewcomers)
  .map(({ wire }) => wire);

type Card = Pick<OfferCard, "rules" | "requireMinPastTrades" | "availableIn">;

const isForNewcomers = ({ rules, requireMinPastTrades, availableIn }: Card): boolean =>
  requireMinPastTrades === 0 && availableIn === 0 && !rules.some((rule) => CLOSED_TO_NEWCOMERS.includes(rule));

/** As they are where no row of the page is for newcomers. */
export function newcomersFirst<C extends Card>(cards: readonly C[]): C[] {
  const place = cards.findIndex(isForNewcomers);
  if (place <= 0) return [...cards];
  return [cards[place] as C, ...cards.filter((_, at) => at !== place)];
}
