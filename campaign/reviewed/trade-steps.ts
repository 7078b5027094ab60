/** The acts of a trade, each as one act of a story. */
import * as calls from "#contract/trades.ts";
import type { Actor, Story } from "./story.ts";

type Act =
  | typeof calls.markTradePaid
  | typeof calls.revealPaymentDetails
  | typeof calls.markTradeSeen
  | typeof calls.cancelTrade
  | typeof calls.releaseTrade
  | typeof calls.reopenTrade
  | typeof calls.getTrade;

export function tradeSteps({ app, does }: Pick<Story, "app" | "does">) {
  const step = (what: string, endpoint: Act) => (who: Actor, id: string) =>
    does(who, what, endpoint, { params: { id } });
  const reveals = step("asks for the details", calls.revealPaymentDetails);
  const pays = step("says paid", calls.markTradePaid);
  return {
    reveals,
    pays,
    releases: step("releases", calls.releaseTrade),
    cancels: step("cancels", calls.cancelTrade),
    funds: step("funds", calls.fundTrade),
    sees: step("has seen it", calls.markTradeSeen),
    reopens: step("reopens", calls.reopenTrade),
    looks: step("looks", calls.getTrade),
    prolongs: (who: Actor, id: string, minutes: 15 | 30 | 60) =>
      does(who, `gives ${minutes} minutes`, calls.extendTrade, { params: { id }, body: { minutes } }),
    async expiryOf(id: string): Promise<Date> {
      const { rows } = await app.owner.query<{ at: Date | null }>(
        "select expires_at as at from trades where hash = $1",
        [id],
      );
      if (!rows[0]?.at) throw new Error(`no window runs in the trade ${id}`);
      return rows[0].at;
    },
    async paid(buyer: Actor, id: string): Promise<void> {
      await reveals(buyer, id);
      await pays(buyer, id);
    },
  };
}
