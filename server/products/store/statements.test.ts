// Guards: the statements of all providers match the orders of all products over a week, and the operator's money at each is what its statement says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import { RELOADLY_KEYS } from "../../devnet/doubles/reloadly/door.ts";
import { startReloadlyCards } from "../../devnet/doubles/reloadly/cards.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { rampWorld } from "../../testing/market/ramps.ts";
import { readStore, storeCalls } from "../../testing/market/store.ts";
import { readProvider, topUpCalls } from "../../testing/market/top-ups.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const reloadly = await startReloadlyCards();
afterTests(() => reloadly.stop());
// Gift cards from Reloadly: the demo's own issuer has no money of the operator's.
const world = await rampWorld({
  demo: true,
  reloadlyCards: { ...RELOADLY_KEYS, api: reloadly.api, auth: reloadly.api },
});
reloadly.book.clock.now = () => world.db.marketNow();
const [store, topUps] = [storeCalls(world), topUpCalls(world)];
await readStore(world);
await readProvider(world);

const DAY = 86_400_000;
const STATEMENTS = ["read-top-up-statements", "read-store-statements", "read-ramp-statements"];

test("a week of airtime, gift cards, purchases and sales is in three statements, line by line, whichever is read first", async () => {
  for (let day = 0; day < 7; day++) {
    const ada = await world.user();
    const made = [
      (await topUps.paid(ada, { phone: "+2348031234550" })).data.id,
      // Its answer is lost, and the statement may end it.
      (await topUps.paid(ada, { phone: "+2348031234501" })).data.id,
    ];
    await topUps.run();
    await store.bought(ada, [["Steam Wallet", "25", 1]]);
    await world.sold(ada, { account: await world.account(ada) });
    await world.pay(ada, await world.opened(ada));
    await world.moveOn(DAY);
    for (const job of STATEMENTS.map((_, place) => STATEMENTS[(place + day) % STATEMENTS.length] ?? ""))
      await world.runJob(job);
    await topUps.run();
    await store.run();
    for (const id of made) assert.equal((await topUps.view(ada, id)).status, "settled");
    await topUps.assertBooks();
    await store.assertBooks();
    await world.assertBooks();
  }
  const admin = await aNamedUser(world, "admin");
  const { data } = await admin.client.call(listProviderOrders, { query: { show: "ended" } });
  assert.deepEqual([data.unmatched.length, data.counts.cases, data.counts.open], [0, 0, 0]);
  assert.ok(data.statements.every(({ isAccepted }) => isAccepted));
  const providers = new Set(data.statements.map(({ provider }) => provider));
  assert.deepEqual([...providers].sort(), ["house_bank", "house_telco", "reloadly_cards"]);
  const { rows } = await world.owner.query(
    `select made.product, count(*)::int as orders, count(line.order_id)::int as lines
     from provider_orders made
     left join provider_statement_lines line on line.order_id = made.id
     group by made.product order by made.product`,
  );
  assert.deepEqual(
    rows.map(({ product, orders, lines }) => [product, orders, lines]),
    [
      ["off_ramp", 7, 7],
      ["on_ramp", 7, 7],
      ["store", 7, 7],
      ["top_up", 14, 14],
    ],
  );
});
