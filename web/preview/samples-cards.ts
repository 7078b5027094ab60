/** A vault of gift cards in every state and the pages of one's own offers, for pages that are looked at without a server. */
import { GIFT_CARD_STATUSES, type GiftCardStatus } from "#contract/market/trades/gift-card-names.ts";
import type { GiftCard } from "#contract/market/trades/gift-cards.ts";
import type { GiftCardsPageProps } from "#contract/market/pages.ts";
import { sampleMyOffers, sampleOfferForm } from "./samples-own.ts";

const METHOD = { slug: "amazon-gift-card", name: "Amazon Gift Card" };
const IN_TRADE: readonly GiftCardStatus[] = ["in_use", "revealed", "used"];

function card(status: GiftCardStatus, place: number, nowMs: number): GiftCard {
  const at = new Date(nowMs - place * 3_600_000).toISOString();
  return {
    id: `samplecard000${place}`,
    kind: place % 2 === 0 ? "e-card" : "physical",
    paymentMethod: METHOD,
    fiatAmount: `${25 * (place + 1)}.00`,
    fiatCurrencyCode: "USD",
    status,
    offer: status === "in_offer" ? "sampleoffer000" : null,
    trade: IN_TRADE.includes(status) ? "sampletrade001" : null,
    addedAt: at,
    revealedAt: status === "revealed" || status === "used" ? at : null,
  };
}

function propsOf(cards: GiftCard[]): GiftCardsPageProps {
  return {
    cards,
    pagination: { total: cards.length, currentPage: 1, perPage: 10, lastPage: 1 },
    methods: [METHOD],
    currencies: [{ code: "USD", name: "US Dollar" }],
    offers: [{ hash: "sampleoffer000", crypto: "BTC", currency: "USD", method: METHOD.slug }],
  };
}

export function samplesOfCards(nowMs: number) {
  const shown = GIFT_CARD_STATUSES.filter((status) => status !== "deleted");
  const cards = shown.map((status, place) => card(status, place, nowMs));
  return {
    "my-offers": { page: "my-offers" as const, needsUser: true, props: sampleMyOffers },
    "offer-form": { page: "offer-form" as const, needsUser: true, props: sampleOfferForm },
    "gift-cards": { page: "gift-cards" as const, needsUser: true, props: propsOf(cards) },
    "gift-cards-none": { page: "gift-cards" as const, needsUser: true, props: propsOf([]) },
  };
}
