// Guards: the demo's issuer and Reloadly keep one contract, and what goes wrong between us and a provider of gift cards loses and doubles nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moveStoreCard, showStoreCode } from "#contract/products/store/gift-card-store.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import { RELOADLY_KEYS } from "../../devnet/doubles/reloadly/door.ts";
import { type CardsKnob, startReloadlyCards } from "../../devnet/doubles/reloadly/cards.ts";
import { ids } from "../../platform/ids.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { readStore, storeWorld, type Wished } from "../../testing/market/store.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { openHouseMarket } from "./house-market/house-market.ts";
import type { CardsWanted, StoreProvider } from "./provider.ts";
import { openReloadlyCards } from "./reloadly-cards.ts";

const reloadly = await startReloadlyCards();
afterTests(() => reloadly.stop());
const keys = { ...RELOADLY_KEYS, api: reloadly.api, auth: reloadly.api };
const world = await storeWorld({ demo: true, reloadlyCards: keys });
reloadly.book.clock.now = () => world.db.marketNow();

type Side = { readonly provider: StoreProvider; readonly wanted: CardsWanted };
const SIDES: Readonly<Record<string, Side>> = {
  "the demo's issuer": {
    provider: openHouseMarket(world.dbs.worker),
    wanted: {
      product: "market-us",
      countryIso: "US",
      currency: "USD",
      faceUnits: 2500n,
      quantity: 2,
      costCents: 5000n,
    },
  },
  Reloadly: {
    provider: openReloadlyCards(keys),
    wanted: { product: "13", countryIso: "US", currency: "USD", faceUnits: 2500n, quantity: 2, costCents: 5300n },
  },
};
const plain = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

for (const [name, { provider, wanted }] of Object.entries(SIDES))
  test(`${name} sells, gives the codes of a reference once, says what came of it, and has it in the statement`, async () => {
    const sold = (await provider.catalog()).find(({ code }) => code === wanted.product);
    const place = sold?.amounts?.indexOf(String(wanted.faceUnits)) ?? -1;
    assert.equal(sold?.costs?.[place], String(wanted.costCents / BigInt(wanted.quantity)));
    const reference = ids.uuid();
    assert.deepEqual(await provider.ask(reference), { outcome: "not_found" });
    const first = await provider.submit(reference, wanted);
    assert.equal(first.outcome, "succeeded");
    if (first.outcome !== "succeeded") return;
    assert.deepEqual(
      [first.currency, first.deliveredUnits, first.chargedUnits, new Set(first.codes?.map(({ code }) => code)).size],
      ["USD", 5000n, wanted.costCents, 2],
    );
    assert.deepEqual(await provider.ask(reference), first);
    const again = await provider.submit(reference, wanted).catch(() => "unknown");
    assert.ok(again === "unknown" || JSON.stringify(again, plain) === JSON.stringify(first, plain));
    const today = world.db.marketNow().toISOString().slice(0, 10);
    const statement = await provider.statement(today, 0n);
    // The demo's issuer is owed, and has no money of the operator's.
    if (name !== "Reloadly") return assert.equal(statement, undefined);
    const lines = statement?.lines.filter((line) => line.reference === reference);
    assert.deepEqual(
      lines?.map(({ kind, units }) => [kind, units]),
      [["order", -wanted.costCents]],
    );
    const total = statement?.lines.reduce((sum, { units }) => sum + units, 0n);
    assert.equal(statement?.closingUnits, total);
  });

const STEAM: Wished = ["Steam Wallet", "25", 5];

async function order(knob: CardsKnob, wished: Wished = STEAM) {
  const ada = await world.payer();
  const before = await world.available(ada);
  const made = await world.paid(ada, [wished]);
  assert.equal(made.code, "");
  reloadly.turn(knob);
  await world.run();
  const view = async () => {
    const { lines, cards } = await world.view(ada, made.data.id);
    const [line] = lines;
    assert.ok(line);
    return { ...line, cards };
  };
  return { ada, before, view, reference: made.data.lines[0]?.reference ?? "" };
}
const bookedOf = (reference: string) => reloadly.book.booked.filter((one) => one.customIdentifier === reference).length;

test("after a lost answer, a late 502, and codes that could not be read, one purchase gives its codes", async () => {
  await readStore(world);
  for (const knob of ["lose_answer", "error_after", "no_codes"] as const) {
    const { view, reference } = await order(knob, ["Steam Wallet", "10", 2]);
    assert.equal((await view()).status, "unknown");
    reloadly.turn("none");
    await world.moveOn(3000);
    const done = await view();
    assert.deepEqual([done.status, done.cards.length, bookedOf(reference)], ["settled", 2, 1]);
  }
  await world.assertBooks();
});

test("three of five codes at the price of three are given, and the price of two comes back", async () => {
  const { ada, before, view } = await order("part");
  const done = await view();
  assert.deepEqual([done.status, done.delivered, done.cards.length], ["settled", 3, 3]);
  const spent = Number(before - (await world.available(ada)));
  assert.ok(Math.abs(spent - Number(done.total) * 600_000) <= 1, "three fifths were paid");
  await world.assertBooks();
});

test("three of five at the price of five, a higher price, and a code of another order are cases, and move no coins", async () => {
  const admin = await aNamedUser(world, "admin");
  for (const [knob, reason, decisions] of [
    ["short", "short", ["share", "return"]],
    ["dear", "mismatch", ["settle", "return"]],
    ["repeat", "repeated", ["return"]],
  ] as const) {
    const { ada, view } = await order(knob);
    const { status, cards, id } = await view();
    assert.deepEqual([status, cards.length], ["mismatch", 0]);
    assert.ok((await world.balance(`user:${ada.id}:USDT:ordered`)) > 0n);
    const { orders } = (await admin.client.call(listProviderOrders, { query: { show: "cases" } })).data;
    const found = orders.find((one) => one.id === id);
    assert.deepEqual([found?.caseReason, found?.decisions], [reason, decisions]);
  }
  await world.assertBooks();
  await world.moveOn(3_700_000);
});

test("what was refused at first comes back, also for want of money there, and a pending one that is refunded", async () => {
  for (const knob of ["refuse", "poor"] as const) {
    const { ada, before, view } = await order(knob);
    assert.equal((await view()).endReason, "stock");
    assert.equal(await world.available(ada), before);
  }
  const { ada, before, view, reference } = await order("pending");
  assert.equal((await view()).status, "submitted");
  reloadly.finish(reference, "REFUNDED");
  await world.moveOn(3000);
  assert.equal((await view()).status, "returned");
  assert.equal(await world.available(ada), before);
});

test("a signed callback makes us ask, and a stranger's does not", async () => {
  const { view, reference } = await order("pending");
  reloadly.finish(reference, "SUCCESSFUL");
  const now = world.db.marketNow();
  const send = async ({ payload, headers }: ReturnType<typeof reloadly.webhook>) =>
    (
      await world.app.fastify.inject({
        ...{ method: "POST", url: "/rest/v1/providers/reloadly_cards/messages", payload },
        headers: { ...headers, "content-type": "application/json" },
      })
    ).statusCode;
  assert.equal(await send(reloadly.webhook(reference, now, "another secret")), 200);
  await world.run();
  assert.equal((await view()).status, "submitted");
  assert.equal(await send(reloadly.webhook(reference, now)), 200);
  await world.run();
  assert.deepEqual([(await view()).status, (await view()).cards.length], ["settled", 5]);
});

test("a statement's line settles nothing without the codes: they are asked for, and the books agree", async () => {
  const { view, reference } = await order("lose_answer");
  await world.owner.query("update provider_orders set ask_at = ask_at + interval '3 days' where external_ref = $1", [
    reference,
  ]);
  await world.moveOn(86_400_000);
  await world.runJob("read-store-statements");
  assert.equal((await view()).status, "unknown");
  await world.run();
  assert.deepEqual([(await view()).status, (await view()).cards.length], ["settled", 5]);
  await world.assertBooks();
});

test("each day's statement matches the orders line by line, over a week", async () => {
  for (let day = 0; day < 7; day++) {
    await order("none", ["Steam Wallet", "10", 1]);
    await world.moveOn(86_400_000);
    await world.runJob("read-store-statements");
    await world.assertBooks();
  }
  const admin = await aNamedUser(world, "admin");
  const { data } = await admin.client.call(listProviderOrders, { query: { show: "ended" } });
  assert.ok(data.statements.every(({ isAccepted }) => isAccepted));
});

test("a range is priced by its dearest card, and a card of a price in another currency is not sold", async () => {
  const ada = await world.payer();
  const { data } = await world.quoted(ada, [["Zalando", "7.50", 1, "EUR"]]);
  assert.equal(data.costUsd, "9.09");
  await assert.rejects(() => world.quoted(ada, [["In euros", "10", 1, "EUR"]]), /is not sold/);
});

test("a code with a PIN is sealed with it, shown once with it, and is not for the vault, which would lose the PIN", async () => {
  const { ada, view } = await order("none", ["Eneba", "20", 1]);
  const [card] = (await view()).cards;
  assert.ok(card);
  assert.equal(card.mayGoToVault, false);
  const params = { id: card.id };
  assert.equal((await ada.client.call(moveStoreCard, { params })).code, "store.vault_unfit");
  const [first, second] = await Promise.all([1, 2].map(() => ada.client.call(showStoreCode, { params })));
  assert.match(first?.data.code ?? "", /^STM-/);
  assert.deepEqual([first?.data.pin, second?.data.pin, second?.data.seenAt], ["7740", "7740", first?.data.seenAt]);
  const { rows } = await world.owner.query("select code_sealed, pin_sealed from store_codes where hash = $1", [
    card.id,
  ]);
  assert.ok(rows[0].pin_sealed && !rows[0].pin_sealed.includes("7740") && !rows[0].code_sealed.includes("STM-"));
  await world.moveOn(121_000);
  assert.equal((await ada.client.call(showStoreCode, { params })).code, "gift_card.shown_before");
});
