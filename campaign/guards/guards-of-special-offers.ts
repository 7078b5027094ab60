/** What is promised of offers that are for one person alone, and of those that are in no list. */
import type { Guard } from "./guard.ts";

const MAY = "server/market/offers/may-open-trade.ts";
const OFFER = "server/market/offers/offer.ts";
const SPECIAL = "server/market/offers/special.ts";
const MIGRATION = "server/migrations/0833-special-offers.sql";
const TEST = "server/market/offers/special-offers.test.ts";
const BREAK_IN = "campaign/break-in/break-in.test.ts";

export const GUARDS_OF_SPECIAL_OFFERS: readonly Guard[] = [
  {
    promise: "the database opens a trade on a special offer for its partner alone",
    file: MIGRATION,
    text: " and offer.partner_id = trade.starter_id",
    without: "",
    test: BREAK_IN,
  },
  {
    promise: "the database opens no trade at a locked price that is over",
    file: MIGRATION,
    text: " and offer.special_until > open_trades.at",
    without: "",
    test: BREAK_IN,
  },
  {
    promise: "no process says for whom a special offer is once it is made",
    file: MIGRATION,
    text: "grant insert (partner_id, chat_hash, special_until) on offers",
    without:
      "grant insert (partner_id, chat_hash, special_until), update (partner_id, chat_hash, special_until) on offers",
    test: TEST,
    only: "the database opens no trade on it for anybody but its partner, and lets no process say for whom it is",
  },
  {
    promise: "to all but two people and the staff a special offer does not exist",
    file: OFFER,
    text: "  return partnerId === null || userId === partnerId || userId === ownerId;\n",
    without: "  return partnerId === null || userId !== undefined || userId === ownerId;\n",
    test: TEST,
    only: "to everybody else there is no such offer, whatever they ask about it",
  },
  {
    promise: "a special offer is in no list",
    file: OFFER,
    text: '  if (offer.partnerId !== null) return "special";\n',
    without: "",
    test: TEST,
    only: "it is in no list and no number: not in the listing, the facets, a profile, nor beside its like",
  },
  {
    promise: "the price of a special offer stays wherever the market goes",
    file: SPECIAL,
    text: "  return { ...terms, marginBp: null, fixedPrice: priceAt(terms, rate.rate) };\n",
    without: "  return terms;\n",
    test: TEST,
    only: "its partner is told of it, sees it and starts a trade at the price at which it was made, wherever the market goes",
  },
  {
    promise: "nobody starts a trade at a locked price that is over",
    file: MAY,
    text: '  say(isOver(offer, situation.now), "offer.special_over");\n',
    without: "",
    test: TEST,
    only: "it ends after the hours of the setting: then nobody starts a trade on it, and it is not switched on again",
  },
  {
    promise: "no price is locked at a rate that is too old",
    file: SPECIAL,
    text: "  refuseUntradable(rate);\n",
    without: "",
    test: TEST,
    only: "no price is locked while the market's is not known for sure",
  },
  {
    promise: "a special offer stays as it was made",
    file: SPECIAL,
    text: '  if (partnerId !== null) throw new Refusal("offer.special_locked");\n',
    without: "",
    test: TEST,
    only: "it stays as it was made: no other price, amounts, cap or fee, not promoted, copied nor made for somebody else",
  },
  {
    promise: "a silent offer is in no list",
    file: OFFER,
    text: '  return offer.isSilent ? "silent" : null;\n',
    without: "  return null;\n",
    test: "server/market/offers/silent-offers.test.ts",
    only: "nobody finds it, and whoever has the link sees it and starts a trade",
  },
];
