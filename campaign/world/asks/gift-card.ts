/** Right calls about gift cards and the trades that they pay, each on a market of its own. */
import { ids } from "../../../server/platform/ids.ts";
import { aCard, aCardTrade, aGiftMarket, cardBody, type OnTheRoad } from "../../../server/testing/market/gift-cards.ts";
import { aPerson, type TestApp } from "../../../server/testing/index.ts";

export function giftCardAsks(app: TestApp) {
  const of =
    (by: "buyer" | "seller", status: OnTheRoad, isOfBoth = false) =>
    async () => {
      const own = await aGiftMarket(app);
      const { hash } = await aCardTrade(own, status);
      const [mine, other] = by === "buyer" ? [own.buyer, own.seller] : [own.seller, own.buyer];
      return { by: mine.client.token, ...(isOfBoth ? {} : { other: other.client.token }), params: { id: hash } };
    };
  const ownCard = async () => {
    const { client } = await aPerson(app);
    const other = (await aPerson(app)).client.token;
    return { by: client.token, other, params: { id: await aCard(client) } };
  };
  return {
    listGiftCards: async () => ({ by: (await aPerson(app)).client.token }),
    addGiftCard: async () => ({ by: (await aPerson(app)).client.token, body: cardBody({ code: `GC${ids.hash()}` }) }),
    checkGiftCard: async () => {
      const { client } = await aPerson(app);
      return { by: client.token, body: { gift_card: await aCard(client) } };
    },
    deleteGiftCard: ownCard,
    placeGiftCard: async () => ({ ...(await ownCard()), body: { offer: null } }),
    shareGiftCard: async () => {
      const own = await aGiftMarket(app);
      const { hash, card } = await aCardTrade(own);
      const [by, other] = [own.buyer.client.token, own.seller.client.token];
      return { by, other, params: { id: hash }, body: { gift_card: card } };
    },
    acceptGiftCard: of("seller", "gcc_info_shared"),
    shareGiftCardCode: of("buyer", "gcc_info_accepted"),
    revealGiftCardCode: of("seller", "gcc_code_shared"),
    fallbackTrade: of("buyer", "gcc_info_shared", true),
  };
}
