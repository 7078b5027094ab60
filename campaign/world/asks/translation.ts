/** Right calls about translations, by users who accept them, with a program that translates a few words. */
import * as chat from "#contract/market/trades/chat.ts";
import { acceptTranslations } from "#contract/reach/translations/translations.ts";
import { translatorAsked, useTranslator } from "../../../server/reach/translations/index.ts";
import { fakeApertium } from "../../../server/testing/outside/apertium.ts";
import type { World } from "../open-world.ts";

export function translationAsks({ app, market, aTradeOf, tokens }: World) {
  const accepted = async (by: string) => {
    useTranslator({ apertium: fakeApertium() });
    await translatorAsked();
    await app.client(by).call(acceptTranslations, { body: { is_accepted: true } });
    return by;
  };
  const pair = { from: "en", to: "es" };
  return {
    acceptTranslations: async () => ({ by: tokens.stranger, body: { is_accepted: false } }),
    translateInTrade: async () => {
      const { own, hash, buyer } = await aTradeOf("paid");
      const params = { id: hash };
      const { data } = await own.seller.client.call(chat.postMessage, { params, body: { text: "Hello" } });
      return { by: await accepted(buyer), params, query: { part: "message", message_id: data.id, ...pair } };
    },
    translateOfferTerms: async () => ({
      by: await accepted(tokens.stranger),
      params: { id: market.offer },
      query: pair,
    }),
  };
}
