/** Right calls about promotions. */
import { anOffer, giveCoins, type TestApp } from "../../../server/testing/index.ts";
import { aPerson, freshRates, giveLevel } from "../../../server/testing/market/trades.ts";

/** An expert trader with an offer to sell. */
export async function anExpert(app: TestApp) {
  await freshRates(app);
  const { id, client } = await aPerson(app);
  await giveLevel(app, id, 4);
  await app.owner.query("insert into user_reputation (user_id, tier) values ($1, 'expert_trader')", [id]);
  const offer = await app.db.tx(async (tx) => {
    await giveCoins(tx, id, "BTC", 100_000_000n);
    return anOffer(tx, id);
  });
  return { id, client, offer };
}

export function promotionAsks(app: TestApp) {
  return {
    promoteOffer: async () => {
      const { client, offer } = await anExpert(app);
      const other = (await aPerson(app)).client.token;
      return { by: client.token, other, params: { id: offer }, body: { days: 3 } };
    },
  };
}
