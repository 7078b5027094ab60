// Guards: the operator's exposure is what the ledger says, to the unit, open orders count at their prices, and the band asks for nothing within it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getExposure } from "#contract/staff/exposure.ts";
import { createStoreOrder } from "#contract/products/store/gift-card-store.ts";
import { CRYPTO, type CryptoCode, isCryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { storeWorld } from "../../testing/market/store.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const world = await storeWorld();
const admin = await aNamedUser(world, "admin");
const seen = async () => (await admin.client.call(getExposure)).data;
const of = async (code: string) => {
  const found = (await seen()).currencies.find(({ currencyCode }) => currencyCode === code);
  assert.ok(found);
  return found;
};
const unitsOf = (sum: string, code: string) => {
  const units = unitsFromDisplay(sum.replace("-", ""), isCryptoCode(code) ? CRYPTO[code].digits : 2);
  return sum.startsWith("-") ? -units : units;
};

/** By a scan of every account, which the page does not make. */
async function assertExplained(): Promise<void> {
  const { rows } = await world.owner.query<{ code: string; held: string; people: string; own: string }>(`
    select currency as code,
      coalesce(-sum(balance_units) filter (where kind = 'outside' and name not like '%:market'), 0) as held,
      coalesce(sum(balance_units) filter (where kind in ('user', 'trade')), 0) as people,
      coalesce(sum(balance_units) filter (where name like '%:market' or kind = 'house'
        and name !~ ':(rewards|promised|refunds|cards_issued)$'), 0) as own
    from ledger_accounts
    group by currency`);
  for (const { code, held, people, own } of rows) {
    const found = await of(code);
    const sum = (parts: readonly { amount: string }[]) =>
      parts.reduce((total, { amount }) => total + unitsOf(amount, code), 0n);
    assert.equal(sum(found.held), BigInt(held), `${code} is held`);
    assert.equal(sum(found.own), BigInt(own), `${code} is the operator's`);
    const owed = found.owed.find(({ place }) => place === "people");
    assert.equal(owed ? unitsOf(owed.amount, code) : 0n, BigInt(people), `${code} of people`);
    assert.deepEqual(
      [found.heldSum, found.owedSum, found.ownSum].map((shown) => unitsOf(shown, code)),
      [sum(found.held), sum(found.owed), sum(found.own)],
    );
    assert.equal(sum(found.held) - sum(found.owed), sum(found.own), `${code} held less owed`);
    assert.equal(unitsOf(found.exposure, code), sum(found.own) + unitsOf(found.ordered, code));
  }
}

test("every currency is explained to the unit before, during and after an order, and what it brings does not change by its delivery", async () => {
  const ada = await world.payer();
  await assertExplained();
  const before = await of("USDT");
  const { data: quote } = await world.quoted(ada, [["Parley Market", "25", 1]]);
  await ada.client.call(createStoreOrder, { body: { quote_id: quote.id } });
  await assertExplained();
  const open = await of("USDT");
  assert.deepEqual([open.ownSum, open.ordered], [before.ownSum, quote.total]);
  assert.equal((await of("USD")).ordered, "-25");
  await world.run();
  await assertExplained();
  const after = await of("USDT");
  assert.deepEqual([after.exposure, after.ordered], [open.exposure, "0"]);
  const dollars = await of("USD");
  assert.deepEqual(dollars.owed, [{ place: "cards_issued", amount: "25" }]);
  assert.deepEqual([dollars.ordered, dollars.aim], ["0", null]);
  assert.equal((await ada.client.call(getExposure)).code, "auth.forbidden");
});

test("a coin beyond its band is led the whole way back to the target, and nothing is asked for within", async () => {
  const set = (name: "exposure.target" | "exposure.band", value: string) =>
    world.db.tx((tx) => changeSetting(tx, { name, value: { BTC: value, ETH: "0", USDT: "0" }, changedBy: null }));
  await set("exposure.band", "0");
  assert.equal((await of("BTC")).aim, null, "no band, no aim");
  const { exposure } = await of("BTC");
  await set("exposure.target", "3");
  await set("exposure.band", "0.5");
  const { aim } = await of("BTC");
  const away = unitsOf("3", "BTC") - unitsOf(exposure, "BTC");
  assert.deepEqual([aim?.low, aim?.high, aim?.move?.side], ["2.5", "3.5", "buy"]);
  assert.equal(unitsOf(aim?.move?.amount ?? "", "BTC"), away);
  const digits = 10n ** 8n;
  const { rows } = await world.owner.query(
    "select coalesce(sum(units), 0)::text as units from own_exposure() where currency = 'BTC'",
  );
  assert.equal(BigInt(rows[0].units), unitsOf(exposure, "BTC"), "the database's sum is the explained one");
  // Settings have six digits.
  const near = unitsOf(exposure, "BTC") - (unitsOf(exposure, "BTC") % 100n);
  const textOf = (units: bigint) =>
    `${units / digits}.${String(units % digits)
      .padStart(8, "0")
      .slice(0, 6)}`;
  for (const [target, side] of [
    [near + 50_000_000n, undefined],
    [near + 50_000_100n, "buy"],
  ] as const) {
    await set("exposure.target", textOf(target));
    assert.equal((await of("BTC")).aim?.move?.side, side);
  }
});

test("without a current rate the sum of all in dollars is not shown", async () => {
  assert.notEqual((await seen()).usd, null);
  await world.owner.query("delete from rates where crypto = 'BTC' and fiat = 'USD'");
  await world.owner.query("update rates set stale_at = as_of where crypto = 'USDT'");
  const { usd, currencies } = await seen();
  const rateOf = (code: CryptoCode) => currencies.find(({ currencyCode }) => currencyCode === code)?.rateUsd;
  assert.deepEqual([usd, rateOf("BTC"), rateOf("USDT")], [null, null, null]);
});
