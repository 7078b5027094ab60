// Guards: what products take counts toward the limits of levels, of trades and products together, until it is returned.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createStoreOrder } from "#contract/products/store/gift-card-store.ts";
import { createOffRamp, openOnRamp } from "#contract/products/ramps/ramps.ts";
import { createTopUp } from "#contract/products/top-ups.ts";
import { checkInvariants } from "../../money/ledger/index.ts";
import { readUsage, TRADE_CHECKS } from "../../market/trades/index.ts";
import { testApp } from "../../testing/app.ts";
import { aCard, bringDollars, giveDollars } from "../../testing/market/cards.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { aMexicanAccount, aRampQuote, aRampUser, clabeThatEnds, readRamps } from "../../testing/market/ramps.ts";
import { readStore, storeCalls } from "../../testing/market/store.ts";
import { readProvider, topUpCalls } from "../../testing/market/top-ups.ts";
import { freshRates, giveLevel, type TestPerson } from "../../testing/market/trades.ts";

const app = await testApp({ config: { demo: true } });
await freshRates(app);
for (const prepare of [readProvider, readStore, giveDollars, readRamps]) await prepare(app);
const [store, topUps] = [storeCalls(app), topUpCalls(app)];

const accounts = new Map<TestPerson, string>();
const accountOf = async (person: TestPerson): Promise<string> => {
  const known = accounts.get(person) ?? (await aMexicanAccount(app, person, clabeThatEnds("19")));
  accounts.set(person, known);
  return known;
};

const NEED_IDENTITY: ReadonlySet<string> = new Set(["a purchase", "a sale"]);
type Taken = { readonly code: string };
/** Each takes the same again. */
const PRODUCTS: Readonly<Record<string, (person: TestPerson) => Promise<Taken>>> = {
  "a top-up": async (person) => {
    const { data } = await topUps.quoted(person, { isAgain: true });
    return person.client.call(createTopUp, { body: { quote_id: data.id } });
  },
  "a cart of gift cards": async (person) => {
    const { data } = await store.quoted(person, [
      ["Parley Market", "25", 1],
      ["Northwind Games", "10", 1],
    ]);
    return person.client.call(createStoreOrder, { body: { quote_id: data.id } });
  },
  "a purchase": async (person) => {
    const { data } = await aRampQuote(person);
    return person.client.call(openOnRamp, { body: { quote_id: data.id } });
  },
  "a sale": async (person) => {
    const wish = { direction: "sell", country: "MX", amount: "500", account: await accountOf(person) } as const;
    const { data } = await aRampQuote(person, wish);
    return person.client.call(createOffRamp, { body: { quote_id: data.id } });
  },
  "money for cards": async (person) => {
    await aCard(person);
    return bringDollars(person, "20");
  },
};

const LIMITED = { day: ["0", "1", "1.5", "2", "2.5", "3"], lifetime: ["0", "1", "1.5"] } as const;
const setLimit = async (name: "day" | "lifetime", usd: number | undefined): Promise<void> => {
  // Null is the default.
  const byLevel = usd === undefined ? null : Object.fromEntries(LIMITED[name].map((level) => [level, usd]));
  await app.owner.query(
    `insert into settings (name, value, changed_at) values ($1, $2, market_now())
     on conflict (name) do update set value = excluded.value`,
    [`limits.${name}_usd`, JSON.stringify(byLevel)],
  );
};
const usedBy = async ({ id }: TestPerson) => {
  const found = (await app.db.read((tx) => readUsage(tx, [id]))).get(id);
  assert.ok(found);
  const { rows } = await app.owner.query("select day_usage($1, market_now()) as cents", [id]);
  assert.equal(BigInt(rows[0].cents), found.dayCents, "the database and the listing sum the same");
  return found;
};
const assertKept = async () => assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, TRADE_CHECKS)), []);

for (const [name, take] of Object.entries(PRODUCTS))
  test(`${name} counts for the day and for ever, and is refused above either limit with what is left`, async () => {
    await setLimit("day", undefined);
    await setLimit("lifetime", undefined);
    const ada = await aRampUser(app, 900_000_000n);
    // Purchases and sales need an identity, from which on there is no limit for ever.
    const level = NEED_IDENTITY.has(name) ? 3 : 1;
    await giveLevel(app, ada.id, level);
    assert.equal((await take(ada)).code, "");
    const { dayCents, lifetimeCents, openCents } = await usedBy(ada);
    assert.ok(dayCents > 0n && lifetimeCents === dayCents && openCents === 0n);
    const short = Number((dayCents * 3n) / 200n);
    for (const limit of level === 1 ? (["day", "lifetime"] as const) : (["day"] as const)) {
      await setLimit(limit, short);
      const refused = await take(ada);
      assert.equal(refused.code, `order.level_${limit}`);
      assert.equal((await usedBy(ada)).dayCents, dayCents, "what was refused counts nothing");
      await setLimit(limit, undefined);
    }
    await giveLevel(app, ada.id, 4);
    await setLimit("day", 0);
    assert.equal((await take(ada)).code, "", "the highest level has no limits");
    await giveLevel(app, ada.id, level);
    assert.equal((await usedBy(ada)).dayCents, 2n * dayCents);
    await app.moveClock(25 * 3_600_000);
    await freshRates(app);
    const later = await usedBy(ada);
    assert.deepEqual([later.dayCents, later.lifetimeCents], [0n, 2n * dayCents]);
    await app.runJob("read-ramp-corridors");
    await assertKept();
  });

test("what is returned counts no more", async () => {
  await setLimit("day", undefined);
  const ada = await aRampUser(app, 900_000_000n);
  const { data } = await topUps.quoted(ada, { phone: "+2348031234505" });
  const order = (await ada.client.call(createTopUp, { body: { quote_id: data.id } })).data;
  assert.ok((await usedBy(ada)).dayCents > 0n);
  await app.runJob("run-top-ups");
  await app.moveClock(2 * 3_600_000);
  await app.runJob("watch-provider-orders");
  await endByTwo(app, { userId: ada.id, order: order.id, decision: "return" });
  const { dayCents, lifetimeCents } = await usedBy(ada);
  assert.deepEqual([dayCents, lifetimeCents], [0n, 0n]);
  await assertKept();
});
