// Guards: what is known of a trader comes from trades that ended, once each, and no process adds to it by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { countEndings } from "./index.ts";

const app = await testApp();

test("a trade counts for both its sides, once however often it is counted, and not before it has ended", async () => {
  const market = await aMarket(app);
  const figures = async () =>
    (
      await app.owner.query(
        `select user_id, trade_id, is_successful, role, units
         from reputation_trades
         join user_volumes using (user_id)
         where user_id in ($1, $2)
         order by role`,
        [market.seller.id, market.buyer.id],
      )
    ).rows;
  const open = await aTrade(market, "paid");
  const idOf = async (hash: string) =>
    (await app.owner.query("select id from trades where hash = $1", [hash])).rows[0].id;
  await app.dbs.web.tx(async (tx) => countEndings(tx, [await idOf(open)]));
  assert.deepEqual(await figures(), []);

  const ended = await aTrade(market, "released");
  const once = await figures();
  assert.deepEqual(
    once.map(({ role, is_successful }) => [role, is_successful]),
    [
      ["buyer", true],
      ["seller", true],
    ],
  );
  for (const login of ["web", "worker"] as const)
    await app.dbs[login].tx(async (tx) => countEndings(tx, [await idOf(ended), await idOf(ended), 0n]));
  assert.deepEqual(await figures(), once);
});
