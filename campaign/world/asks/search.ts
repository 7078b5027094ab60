/** Right calls about saved searches, about articles of the help and landings, by people who have just registered. */
import { saveSearch } from "#contract/market/offers/saved-searches.ts";
import { signIn, type TestApp } from "../../../server/testing/index.ts";
import { aLearnerOf } from "../../../server/testing/people/lessons.ts";

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
    acceptPolicy: async () => ({ by: (await registered()).token, body: { policy: "vendor-terms", version: 1 } }),
    getLanding: async () => ({ by: "", params: { module: "spot-trading" } }),
    answerLesson: async () => ({
      by: (await registered()).token,
      params: { lesson: "how-escrow-works" },
      body: { answers: { where: "escrow", money: "direct", timer: "nothing", price: "fixed" } },
    }),
    getLesson: async () => ({ by: (await registered()).token, params: { lesson: "spot-a-scam" } }),
    playStory: async () => ({
      by: (await registered()).token,
      params: { lesson: "spot-a-scam" },
      query: { choices: "look.wait" },
    }),
    claimLessonReward: async () => ({ by: await aLearner(app) }),
    voteForArticle: async () => ({
      by: (await registered()).token,
      body: { article: "help/trading/disputes", isHelpful: true },
    }),
  };
}

/** Who passed the lesson of the program, and is verified. */
async function aLearner(app: TestApp): Promise<string> {
  const { id } = await aLearnerOf(app);
  return app.db.tx((tx) => signIn(tx, id));
}
