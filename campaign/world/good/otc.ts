/** Right arguments for the functions of the OTC desk. */
import { ids } from "../../../server/platform/ids.ts";
import { anOtcRoom, aQuote, aRequest } from "../../../server/testing/market/otc.ts";
import { findPaymentMethod } from "../../../server/reference/catalog/index.ts";
import type { Good, Ground } from "../ground.ts";

export function otcCalls({ app }: Ground): Record<string, Good[]> {
  const method = findPaymentMethod("other-bank-transfer")?.id;
  return {
    ask_otc: [
      async (now) => {
        const { user } = await anOtcRoom(app);
        return [user.id, ids.hash(), "buy", "BTC", "USD", 2_000_000, [method], "soon, please", now];
      },
    ],
    quote_otc: [
      async (now) => {
        const room = await anOtcRoom(app);
        const request = await aRequest(room);
        return [request, ids.hash(), room.trader.id, method, "60000", 2_000_000, 60, room.moderator.id, now];
      },
    ],
    answer_otc: [
      async (now) => {
        const room = await anOtcRoom(app);
        const { quote } = await aQuote(room, { isAgreed: false });
        return [quote, room.trader.id, true, "", "in the chat", now];
      },
    ],
    decide_otc: [
      async (now) => {
        const room = await anOtcRoom(app);
        return [(await aQuote(room)).quote, room.user.id, true, now];
      },
    ],
    withdraw_otc: [
      async (now) => {
        const room = await anOtcRoom(app);
        return [await aRequest(room), room.user.id, null, now];
      },
    ],
    expire_otc: [
      async (now) => {
        const { quote } = await aQuote(await anOtcRoom(app));
        await app.owner.query("update otc_quotes set expires_at = $2 where hash = $1", [quote, now]);
        return [10, now];
      },
    ],
  };
}
