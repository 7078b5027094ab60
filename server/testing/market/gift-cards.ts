/** Gift cards for tests: a market that they pay in, a card in the vault, and a trade on the road of gcc-auto. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { addGiftCard } from "#contract/market/trades/gift-cards.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import * as cards from "#contract/market/trades/card-trades.ts";
import { ids } from "../../platform/ids.ts";
import type { TestApp, TestClient } from "../app.ts";
import { aMarket, freshRates, start, type TestMarket } from "./trades.ts";

export const GIFT_CARD_OFFER = {
  payment_method: "amazon-gift-card",
  flow_type: "gcc-auto",
} as const satisfies Partial<OfferBody>;

export const aGiftMarket = (app: TestApp, changes: Partial<OfferBody> = {}): Promise<TestMarket> =>
  aMarket(app, { ...GIFT_CARD_OFFER, ...changes });

/** A code that nobody has had. */
export const aCode = (): string => `GC${ids.hash().toUpperCase()}`;

type NewCard = BodyOf<typeof addGiftCard>;

export function cardBody(changes: Partial<NewCard> = {}): NewCard {
  return {
    ...{ payment_method: GIFT_CARD_OFFER.payment_method, kind: "e-card", fiat_currency_code: "USD" },
    ...{ fiat_amount: "100", code: aCode(), ...changes },
  };
}

/** In the vault of who asks; its id. */
export async function aCard({ call }: TestClient, changes: Partial<NewCard> = {}): Promise<string> {
  const { data, code } = await call(addGiftCard, { body: cardBody(changes) });
  if (code) throw new Error(`the card was not added: ${code}`);
  return data.id;
}

const ROAD = ["active_funded", "gcc_info_shared", "gcc_info_accepted", "gcc_code_shared"] as const;
export type OnTheRoad = (typeof ROAD)[number];

/** A trade for a hundred dollars that its buyer pays with a card, as far as is asked for. */
export async function aCardTrade(
  market: TestMarket,
  status: OnTheRoad = "active_funded",
  cardCode = aCode(),
): Promise<{ readonly hash: string; readonly card: string; readonly code: string }> {
  await freshRates(market.app);
  const started = await start(market);
  if (started.code) throw new Error(`the test trade did not start: ${started.code}`);
  const params = { id: started.data.tradeHash };
  const card = await aCard(market.buyer.client, { code: cardCode });
  const must = async (answer: Promise<{ status: number; code: string }>) => {
    const { status: http, code } = await answer;
    if (http !== 200) throw new Error(`a step of the test trade was refused: ${code}`);
  };
  const steps = [
    () => must(market.buyer.client.call(cards.shareGiftCard, { params, body: { gift_card: card } })),
    () => must(market.seller.client.call(cards.acceptGiftCard, { params })),
    () => must(market.buyer.client.call(cards.shareGiftCardCode, { params })),
  ];
  for (const step of steps.slice(0, ROAD.indexOf(status))) await step();
  return { hash: params.id, card, code: cardCode };
}
