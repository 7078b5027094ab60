/** Right calls about trading names, of verified companies that are made for them. */
import { ids } from "../../../../server/platform/ids.ts";
import { aVerifiedCompany, aTradingName } from "../../../../server/testing/people/trading-names.ts";
import type { World } from "../../open-world.ts";

export function tradingNameAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  const by = { by: tokens.admin, other: tokens.stranger };
  const aName = async (status: "waiting" | "approved") => {
    const company = await aVerifiedCompany(app);
    return { company, reference: await aTradingName(app, { company, name: `Shop ${ids.hash()}`, status }) };
  };
  return {
    getTradingName: async () => ({ by: (await aVerifiedCompany(app)).client.token }),
    askForTradingName: async () => ({
      by: (await aVerifiedCompany(app)).client.token,
      body: { name: `Shop ${ids.hash()}` },
    }),
    withdrawTradingName: async () => ({
      by: (await aName("waiting")).company.client.token,
      body: { which: "waiting" },
    }),
    openTradingName: async () => ({ ...by, query: { reference: (await aName("waiting")).reference } }),
    approveTradingName: async () => {
      const { reference } = await aName("waiting");
      await app.prove(tokens.admin, { kind: "approve_verification", id: reference });
      return { ...by, body: { reference } };
    },
    refuseTradingName: async () => ({
      ...by,
      body: { reference: (await aName("waiting")).reference, reason: "misleading" },
    }),
    removeTradingName: async () => ({
      ...by,
      body: { reference: (await aName("approved")).reference, reason: "misleading", why: "reported by the registry" },
    }),
  };
}
