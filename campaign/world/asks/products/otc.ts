/** Right calls about the OTC desk, each in a room of its own. */
import { agreement, anOtcRoom, aQuote, aRequest, otcBody, proposal } from "../../../../server/testing/market/otc.ts";
import type { World } from "../../open-world.ts";

export function otcAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const other = tokens.stranger;
  const withQuote = async () => {
    const room = await anOtcRoom(app);
    return { by: room.user.client.token, other, params: { id: (await aQuote(room)).quote } };
  };
  return {
    askOtc: async () => ({ by: (await anOtcRoom(app)).user.client.token, body: otcBody() }),
    cancelOtcRequest: async () => {
      const room = await anOtcRoom(app);
      return { by: room.user.client.token, other, params: { id: await aRequest(room) } };
    },
    acceptOtcQuote: withQuote,
    declineOtcQuote: withQuote,
    answerOtcQuote: async () => {
      const room = await anOtcRoom(app);
      const { quote } = await aQuote(room, { isAgreed: false });
      return { by: room.trader.client.token, other, params: { id: quote }, body: agreement };
    },
    quoteOtcRequest: async () => {
      const room = await anOtcRoom(app);
      return { by: tokens.moderator, other, params: { id: await aRequest(room) }, body: proposal(room) };
    },
    closeOtcRequest: async () => {
      const room = await anOtcRoom(app);
      return { by: tokens.moderator, other, params: { id: await aRequest(room) }, body: { reason: "No trader" } };
    },
  };
}
