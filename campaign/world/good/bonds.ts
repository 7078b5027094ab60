/** Right arguments for functions of bonds and promotions. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson, freshRates, giveBond, giveCoins } from "../../../server/testing/index.ts";
import { anExpert } from "../asks/promotion.ts";
import type { Good, Ground } from "../ground.ts";

export function bondCalls({ app }: Ground): Record<string, Good[]> {
  const aNamedUser = async () => {
    await freshRates(app);
    const { id } = await aPerson(app);
    await app.db.tx((tx) => giveCoins(tx, id, "USDT", 100_000_000n));
    return id;
  };
  const bonded = async () => {
    const id = await aNamedUser();
    await app.db.tx((tx) => giveBond(tx, id));
    return id;
  };
  return {
    "deposit_bond deposited": [async (now) => [await aNamedUser(), ids.hash(), "USDT", now]],
    "return_bond returned": [async (now) => [await bonded(), ids.hash(), now]],
    bond_holdings: [async () => [[await bonded()]]],
    bond_standings: [async (now) => [[await aNamedUser()], now]],
    bond_lock: [async (now) => [await bonded(), now]],
    promotions_of: [async (now) => [await aNamedUser(), now]],
    "promote_offer promoted": [
      async (now) => {
        const { id, offer } = await anExpert(app);
        return [id, offer, 3, now];
      },
    ],
    end_promotions: [
      async (now) => {
        await app.owner.query(
          `update offers set promoted_until = market_now() - interval '1 day'
           where id = (select max(id) from offers where deleted_at is null and side = 'sell')`,
        );
        return [now];
      },
    ],
    bond_units: [async (now) => [5000, "BTC", now]],
  };
}
