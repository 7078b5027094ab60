/** Right calls about bonds, each of a new user. */
import { aPerson, freshRates, giveBond, giveCoins, type TestApp } from "../../../server/testing/index.ts";

export function bondAsks(app: TestApp) {
  return {
    depositBond: async () => {
      await freshRates(app);
      const { id, client } = await aPerson(app);
      await app.db.tx((tx) => giveCoins(tx, id, "USDT", 100_000_000n));
      return { by: client.token, body: { crypto_currency_code: "USDT" } };
    },
    retrieveBond: async () => {
      const { id, client } = await aPerson(app);
      await app.db.tx((tx) => giveBond(tx, id));
      return { by: client.token, body: {} };
    },
  };
}
