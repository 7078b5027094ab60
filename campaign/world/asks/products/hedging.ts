/** Right calls about rules that convert a balance. */
import type { TestApp } from "../../../../server/testing/index.ts";
import { aHedger, aRule, openHedging } from "../../../../server/testing/market/hedging.ts";

const RULE = { trigger: "deposit", from: "BTC", to: "USDT", share_bp: 5000 } as const;

export function hedgingAsks(app: TestApp) {
  return {
    createHedgeRule: async () => {
      const { client } = await aHedger(app);
      await app.prove(client.token, { kind: "hedge_rule", id: "deposit-BTC-USDT-5000-0-any-0" });
      return { by: client.token, body: RULE };
    },
    switchHedgeRule: async () => {
      await openHedging(app);
      const person = await aHedger(app);
      return { by: person.client.token, params: { id: (await aRule(person)).id }, body: { status: "paused" } };
    },
    pauseHedging: async () => ({ by: (await aHedger(app)).client.token }),
    previewHedgeRule: async () => ({
      by: (await aHedger(app)).client.token,
      query: { ...RULE, share_bp: "5000", amount: "0.1" },
    }),
  };
}
