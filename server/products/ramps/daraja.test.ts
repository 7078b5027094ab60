// Guards: M-Pesa by Daraja. A prompt is paid once or not at all, its unsigned callbacks prove nothing, and what nobody knows is no failure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseOnRamp, listRampCorridors, openOnRamp, type RampOrder } from "#contract/products/ramps/ramps.ts";
import { listProviderOrders } from "#contract/products/providers/orders.ts";
import { type DarajaCallback, DARAJA_KEYS, startDaraja } from "../../devnet/doubles/daraja.ts";
import { ids } from "../../platform/ids.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { endByTwo } from "../../testing/market/end-by-two.ts";
import { aKenyanWallet, aRampQuote, PAYER, rampWorld } from "../../testing/market/ramps.ts";
import type { TestPerson } from "../../testing/market/trades.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { openDaraja } from "./daraja.ts";
import { openHouseBank } from "./house-bank/house-bank.ts";
import type { RampProvider, RampWanted } from "./provider.ts";

const daraja = await startDaraja();
afterTests(() => daraja.stop());
const keys = { ...DARAJA_KEYS, api: daraja.api };
const world = await rampWorld({ demo: true, daraja: keys });
const MINUTE = 60_000;

const wallets = new Map<TestPerson, string>();
const walletOf = async (person: TestPerson): Promise<string> => {
  const known = wallets.get(person) ?? (await aKenyanWallet(person));
  wallets.set(person, known);
  return known;
};
const bought = async (person: TestPerson, amount = "2000"): Promise<RampOrder> =>
  world.opened(person, { rail: "mobile_money", country: "KE", amount, account: await walletOf(person) });
const tell = async ({ url, payload }: DarajaCallback): Promise<number> => {
  const headers = { "content-type": "application/json" };
  return (await world.app.fastify.inject({ method: "POST", url: new URL(url).pathname, payload, headers })).statusCode;
};
/** The user pays, Daraja calls, and the query says so. */
const paid = async (order: RampOrder): Promise<void> => {
  daraja.end(order.reference, "0");
  assert.equal(await tell(daraja.callback(order.reference)), 200);
  await world.run();
};
/** Staff have seen the payer's name once. */
const aKnownPayer = async (): Promise<TestPerson> => {
  const ada = await world.user();
  const first = await bought(ada);
  await paid(first);
  await endByTwo(world, { userId: ada.id, order: first.id, decision: "settle" });
  return ada;
};
const staffSees = async (order: RampOrder) => {
  const admin = await aNamedUser(world, "admin");
  const { orders } = (await admin.client.call(listProviderOrders, { query: {} })).data;
  return orders.find(({ id }) => id === order.id);
};
const noQueryBefore = (order: RampOrder) =>
  world.owner.query("update provider_orders set ask_at = ask_at + interval '1 day' where external_ref = $1", [
    order.reference,
  ]);

type Side = { readonly provider: RampProvider; readonly code: string; pay(reference: string): Promise<void> };
const SIDES: Readonly<Record<string, Side>> = {
  "the house's bank": {
    provider: openHouseBank(world.dbs.worker),
    code: "KE-mobile_money",
    async pay(reference) {
      await world.owner.query("update house_bank_orders set state = 'paid' where reference = $1", [reference]);
    },
  },
  Daraja: {
    provider: openDaraja(world.dbs.worker, { ...keys, origin: "https://parley.test" }),
    code: "KE-mpesa",
    async pay(reference) {
      daraja.end(reference, "0");
    },
  },
};

for (const [name, { provider, code, pay }] of Object.entries(SIDES))
  test(`${name} offers M-Pesa, prompts once, says pending while the phone shows it, and then what came`, async () => {
    const offered = (await provider.corridors()).find((one) => one.direction === "buy" && one.code === code);
    assert.deepEqual([offered?.country, offered?.currency, offered?.rail], ["KE", "KES", "mobile_money"]);
    assert.ok(
      offered && BigInt(offered.lowest) >= 1000n && BigInt(offered.highest) >= 15_000_000n && offered.fee_bp > 0,
    );
    const wish: RampWanted = {
      ...{ direction: "buy", corridor: code, rail: "mobile_money", countryIso: "KE", currency: "KES", units: 200_000n },
      ...{ cents: 1500n, words: null, userRef: ids.uuid(), userName: PAYER },
      party: { holderName: PAYER, name: "M-Pesa", number: "+254712345678" },
    };
    const reference = ids.uuid();
    const asked = await provider.submit(reference, wish);
    assert.ok(asked.outcome === "pending" && asked.providerRef);
    const known = { providerRef: asked.providerRef, units: 200_000n, cents: 1500n };
    assert.equal((await provider.ask(reference, known)).outcome, "pending");
    await pay(reference);
    const answer = await provider.ask(reference, known);
    assert.ok(answer.outcome === "succeeded");
    assert.deepEqual([answer.currency, answer.deliveredUnits, answer.chargedUnits], ["KES", 200_000n, 1500n]);
    assert.deepEqual(provider.read({ headers: {}, body: Buffer.from("{}") }, new Date()), { fault: "unsigned" });
  });

test("the first payment from a wallet waits for two of the staff, the next ones buy at once, and a changed wallet is another one", async () => {
  const ada = await world.user();
  const account = await walletOf(ada);
  const wish = { rail: "mobile_money", country: "KE", amount: "2000", account } as const;
  assert.equal((await aRampQuote(ada, wish)).data.isCheckedByStaff, true);
  const before = await world.available(ada);
  const first = await bought(ada);
  assert.deepEqual([first.state, first.simulated], ["waiting", false]);
  const { shillings, phone, reference } = daraja.promptOf(first.reference);
  assert.deepEqual(
    [shillings, phone, first.reference.replaceAll("-", "").toUpperCase().startsWith(reference)],
    [2000, "254712345678", true],
  );
  await paid(first);
  const held = await world.view(ada, first.id);
  assert.deepEqual([held.state, held.heldFor, held.received?.payerName], ["held", "name", null]);
  const shown = await staffSees(first);
  assert.deepEqual([shown?.isByHand, shown?.userName, shown?.decisions], [true, PAYER, ["settle", "return"]]);
  await world.assertBooks();
  await endByTwo(world, { userId: ada.id, order: first.id, decision: "settle" });
  assert.equal((await world.view(ada, first.id)).endReason, "staff");
  const once = await world.available(ada);
  assert.ok(once > before);
  assert.equal((await aRampQuote(ada, wish)).data.isCheckedByStaff, false);
  await paid(await bought(ada));
  assert.ok((await world.available(ada)) > once);
  await world.assertBooks();
  await world.owner.query(
    "update payment_accounts set updated_at = updated_at + interval '1 second' where public_id = $1",
    [account],
  );
  assert.equal((await aRampQuote(ada, wish)).data.isCheckedByStaff, true);
});

test("a prompt is in whole shillings, within M-Pesa's limits, and there are no sales", async () => {
  const ada = await world.user();
  const account = await walletOf(ada);
  const code = async (amount: string) =>
    (await aRampQuote(ada, { rail: "mobile_money", country: "KE", amount, account })).code;
  assert.deepEqual(
    [await code("2000.5"), await code("9"), await code("250001"), await code("100")],
    ["ramp.whole", "ramp.least", "ramp.most", ""],
  );
  assert.deepEqual((await ada.client.call(listRampCorridors, { query: { direction: "sell" } })).data.corridors, []);
});

test("a callback is no proof: what it says of money or of its sum counts for nothing, and a forged one makes nobody ask", async () => {
  const ada = await aKnownPayer();
  const before = await world.available(ada);
  const order = await bought(ada);
  await noQueryBefore(order);
  const queries = daraja.book.queries;
  const { url, payload } = daraja.callback(order.reference, { shillings: 200_000, result: "0" });
  for (let number = 0; number < 20; number++)
    assert.ok([200, 429].includes(await tell({ url: url.replace(/\.[\w-]+$/, `.forged${number}`), payload })));
  assert.equal(await tell({ url: url.replace(/\/[^/]+$/, ""), payload }), 404);
  for (let round = 0; round < 3; round++) await world.run();
  assert.equal(daraja.book.queries, queries);
  await tell({ url, payload });
  await world.run();
  assert.equal(daraja.book.queries, queries + 1, "one that is right makes us ask");
  assert.equal((await world.view(ada, order.id)).state, "waiting", "the phone still shows the prompt");
  await paid(order);
  const done = await world.view(ada, order.id);
  assert.deepEqual([done.state, done.received?.amount], ["done", "2000"]);
  const once = await world.available(ada);
  assert.ok(once > before);
  await paid(order);
  await tell(daraja.callback(order.reference, { shillings: 1 }));
  await world.run();
  assert.equal(await world.available(ada), once, "twice is once");
  await world.assertBooks();
});

test("a payment of which no callback tells is found by the query, and one whose callback comes before the answer to the prompt is credited once", async () => {
  const ada = await aKnownPayer();
  const silent = await bought(ada);
  daraja.end(silent.reference, "0");
  await world.moveOn(20_000);
  assert.equal((await world.view(ada, silent.id)).state, "done");
  daraja.turn("paid_first");
  daraja.book.onCallback = async (callback) => void (await tell(callback));
  const early = await bought(ada);
  await world.moveOn(20_000);
  assert.equal((await world.view(ada, early.id)).state, "done");
  await world.assertBooks();
});

test("only its definite codes end a prompt, and money that comes all the same is found", async () => {
  const ada = await aKnownPayer();
  for (const [result, reason] of [
    ["1032", "declined"],
    ["1", "declined"],
    ["2001", "declined"],
    ["1037", "expired"],
    ["1019", "expired"],
    ["1001", "refused"],
  ] as const) {
    const order = await bought(ada);
    daraja.end(order.reference, result);
    await world.moveOn(20_000);
    assert.equal((await world.view(ada, order.id)).endReason, reason, result);
  }
  for (const result of ["4999", "17", "26", "77"]) {
    const order = await bought(ada);
    daraja.end(order.reference, result);
    await world.moveOn(20_000);
    const seen = await world.view(ada, order.id);
    assert.deepEqual([seen.state, seen.endedAt], [result === "4999" ? "waiting" : "unclear", null], result);
    daraja.end(order.reference, "1037");
    await world.moveOn(20_000);
    assert.equal((await world.view(ada, order.id)).endReason, "expired");
    daraja.end(order.reference, "0");
    await tell(daraja.callback(order.reference));
    await world.run();
    assert.equal((await world.view(ada, order.id)).state, "done", "paid after all");
  }
  await world.assertBooks();
});

test("a lost answer makes no second prompt: the callback names it, or two of the staff end the order", async () => {
  for (const knob of ["lose_answer", "error_after"] as const) {
    const ada = await aKnownPayer();
    daraja.turn(knob);
    const order = await bought(ada);
    assert.equal(order.state, "unclear");
    await world.moveOn(60_000);
    const prompts = daraja.book.prompts.filter(({ callbackUrl }) => callbackUrl.includes(order.reference));
    assert.deepEqual([prompts.length, (await world.view(ada, order.id)).state], [1, "unclear"], knob);
    await paid(order);
    assert.equal((await world.view(ada, order.id)).state, "done", knob);
  }
  for (const decision of ["settle", "return"] as const) {
    const ada = await world.user();
    const before = await world.available(ada);
    daraja.turn("lose_answer");
    const order = await bought(ada);
    for (let days = 0; days < 5; days++) await world.moveOn(24 * 60 * MINUTE);
    await world.runJob("watch-provider-orders");
    assert.equal((await world.view(ada, order.id)).state, "unclear", "time ends nothing");
    const shown = await staffSees(order);
    assert.deepEqual([shown?.caseReason, shown?.decisions], ["unknown", ["settle", "return"]]);
    await endByTwo(world, { userId: ada.id, order: order.id, decision });
    const ended = await world.view(ada, order.id);
    assert.deepEqual([ended.state, ended.endReason], [decision === "settle" ? "done" : "returned", "staff"]);
    assert.equal((await world.available(ada)) > before, decision === "settle");
    await world.assertBooks();
    if (decision === "return") continue;
    await paid(order);
    assert.equal((await world.view(ada, order.id)).state, "done", "what staff booked is booked once");
    await world.assertBooks();
  }
});

test("an id of one prompt is not taken for another order", async () => {
  const [ada, eve] = [await aKnownPayer(), await aKnownPayer()];
  const dear = await bought(ada, "2000");
  daraja.end(dear.reference, "0");
  daraja.turn("lose_answer");
  const lost = await bought(eve, "2000");
  await tell({ ...daraja.callback(lost.reference), payload: daraja.callback(dear.reference).payload });
  await world.run();
  assert.equal((await world.view(eve, lost.id)).state, "unclear");
  await world.moveOn(20_000);
  assert.equal((await world.view(ada, dear.id)).state, "done");
  await world.assertBooks();
});

test("what Daraja refuses at once ends without a prompt, a stale token is renewed, and a Daraja that is away pauses new orders", async () => {
  const ada = await world.user();
  for (const [knob, reason] of [
    ["number", "refused"],
    ["locked", "refused"],
  ] as const) {
    daraja.turn(knob);
    const order = await bought(ada);
    assert.deepEqual([order.state, order.endReason], ["returned", reason]);
  }
  daraja.forgetTokens();
  assert.equal((await bought(ada)).state, "waiting");
  daraja.turn("break");
  for (let round = 0; round < 6; round++) await world.moveOn(20_000);
  const account = await walletOf(ada);
  const { data } = await aRampQuote(ada, { rail: "mobile_money", country: "KE", amount: "500", account });
  assert.equal((await ada.client.call(openOnRamp, { body: { quote_id: data.id } })).code, "order.paused");
  daraja.turn("none");
  await world.moveOn(11 * MINUTE);
  await world.assertBooks();
});

test("held money is sent back by staff by hand, and then buys nothing any more", async () => {
  const ada = await world.user();
  const before = await world.available(ada);
  const order = await bought(ada);
  await paid(order);
  const body = { choice: "refund" } as const;
  assert.equal((await ada.client.call(chooseOnRamp, { params: { id: order.id }, body })).data.state, "refunding");
  await world.moveOn(60_000);
  assert.equal((await world.view(ada, order.id)).state, "refunding");
  assert.deepEqual((await staffSees(order))?.decisions, ["return"]);
  await assert.rejects(endByTwo(world, { userId: ada.id, order: order.id, decision: "settle" }));
  await endByTwo(world, { userId: ada.id, order: order.id, decision: "return" });
  const back = await world.view(ada, order.id);
  assert.deepEqual([back.state, back.endReason, await world.available(ada)], ["returned", "refunded", before]);
  await paid(order);
  assert.equal(await world.available(ada), before);
  await world.assertBooks();
});
