/** Right calls about saved searches, and about articles of the help, by people who have just registered. */
import { saveSearch } from "#contract/market/offers/saved-searches.ts";
import type { TestApp } from "../../../server/testing/index.ts";

const BODY = { name: "Bitcoin for euros", address: "/trading/buy-btc/sepa?currencyCode=EUR" };

export function searchAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const withOne = async () => {
    const { token } = await registered();
    const { data } = await app.client(token).call(saveSearch, { body: BODY });
    return { by: token, params: { id: data.id } };
  };
  return {
    saveSearch: async () => ({ by: (await registered()).token, body: BODY }),
    changeSavedSearch: async () => ({ ...(await withOne()), body: { name: "Euros", hasAlert: false } }),
    deleteSavedSearch: withOne,
    voteForArticle: async () => ({
      by: (await registered()).token,
      body: { article: "help/trading/disputes", isHelpful: true },
    }),
  };
}
