// Guards: a payment that the signer refuses is returned to its owner at once, and one without an answer stays reserved.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { cancelSendOut, getSendOut } from "#contract/products/wallet/wallet.ts";
import { fundHouse } from "../../demo/coins/fund-house.ts";
import { type Signer, SignerRefusal, SignerSilent } from "../../platform/outside/signer/signer.ts";
import { giveCoins } from "../../testing/market/offers.ts";
import { sendOut, walletWorld } from "../../testing/market/wallet.ts";

/** The error that the signer returns; undefined lets it sign. */
let trouble: Error | undefined;
/** What happens while it signs, before it answers. */
let meanwhile: (() => Promise<void>) | undefined;
afterEach(() => {
  trouble = undefined;
  meanwhile = undefined;
});

const world = await walletWorld({
  around: (chains) => {
    const signer = chains.signer as Signer;
    const sign: Signer["sign"] = async (request) => {
      if (trouble) throw trouble;
      const signed = await signer.sign(request);
      await meanwhile?.();
      return signed;
    };
    return { ...chains, signer: { ...signer, sign } };
  },
});
await fundHouse(world.ownerPorts, { BTC: 0n, ETH: 5_000_000_000n, USDT: 0n });
const AWAY = "0x000000000000000000000000000000000000bEEF";
const HAD = 100_000_000n;

async function aSendOut() {
  const ada = await world.person();
  await world.db.tx((tx) => giveCoins(tx, ada.userId, "ETH", HAD));
  const { sendOut: made } = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.01" });
  const view = async () => (await ada.client.call(getSendOut, { params: { id: made.id } })).data;
  const payment = async () => {
    const { rows } = await world.owner.query(
      "select status, outcome, nonce, raw_hex, fault from chain_payments where subject = $1",
      [made.id],
    );
    return rows[0];
  };
  return { ada, view, payment, id: made.id };
}

for (const [code, fault] of [
  ["signer.daily_cap", "limit_reached"],
  ["signer.velocity", "limit_reached"],
  ["signer.halted", "limit_reached"],
  ["signer.destination", "not_allowed"],
  ["signer.fee_cap", "not_allowed"],
] as const) {
  test(`refused with ${code}, a send-out fails as ${fault} and all of it is back`, async () => {
    const { ada, view, payment } = await aSendOut();
    trouble = new SignerRefusal(code, "tried by a test");
    await world.pay();
    const shown = await view();
    assert.equal(shown.status, "failed");
    assert.equal(shown.fault, fault);
    assert.deepEqual(shown.actions, []);
    assert.equal(await world.available(ada.userId, "ETH"), HAD);
    assert.equal(await world.held(ada.userId, "ETH"), 0n);
    assert.deepEqual(await payment(), { status: "failed", outcome: "refused", nonce: null, raw_hex: null, fault });
    trouble = undefined;
    await world.pay();
    assert.equal((await view()).status, "failed", "it is not tried again");
    await world.assertBooks();
  });
}

for (const code of ["signer.not_covered", "signer.no_coin"])
  test(`refused with ${code}, a send-out waits with its sum held, may be canceled, and leaves when it is signed`, async () => {
    const { ada, view } = await aSendOut();
    trouble = new SignerRefusal(code, "tried by a test");
    await world.pay();
    await world.pay();
    assert.equal((await view()).status, "pending");
    assert.deepEqual((await view()).actions, ["cancel"]);
    assert.ok((await world.held(ada.userId, "ETH")) > 0n);
    trouble = undefined;
    await world.pay();
    assert.equal((await view()).status, "broadcast");
  });

test("an unanswered signature leaves everything as it is, and the next one sends", async () => {
  const { ada, view, payment } = await aSendOut();
  trouble = new SignerSilent("tried by a test");
  await world.pay();
  assert.equal((await view()).status, "pending");
  assert.deepEqual((await view()).actions, ["cancel"]);
  assert.ok((await world.held(ada.userId, "ETH")) > 0n);
  assert.equal((await payment()).raw_hex, null);
  trouble = undefined;
  await world.pay();
  assert.equal((await view()).status, "broadcast");
  assert.deepEqual((await view()).actions, []);
  assert.equal((await payment()).status, "broadcast");
});

test("a send-out that goes through its block is confirming, then completed", async () => {
  const { view, payment } = await aSendOut();
  await world.pay();
  await world.mineEthereum(1);
  await world.scan();
  assert.equal((await view()).status, "confirming");
  assert.equal((await payment()).status, "confirming");
  await world.mineEthereum(100);
  await world.scan();
  await world.scan();
  assert.equal((await view()).status, "completed");
  assert.deepEqual((({ status, outcome }) => ({ status, outcome }))(await payment()), {
    status: "completed",
    outcome: null,
  });
});

test("what is being signed is not taken back, so that no signed bytes are anybody's free coins", async () => {
  const { ada, view, payment, id } = await aSendOut();
  const cancel = async () => (await ada.client.call(cancelSendOut, { params: { id } })).code;
  let code = "";
  meanwhile = async () => {
    code = await cancel();
  };
  await world.pay();
  assert.equal(code, "wallet.send_out_under_way");
  assert.equal((await view()).status, "broadcast");
  assert.ok((await payment()).raw_hex !== null);
  await world.assertBooks();
});

test("what was asked of a signer that never answered is taken back after ten minutes, and what it declined at once", async () => {
  const { ada, view, id } = await aSendOut();
  const cancel = async () => (await ada.client.call(cancelSendOut, { params: { id } })).code;
  trouble = new SignerRefusal("signer.not_covered", "tried by a test");
  await world.pay();
  const ask = (minutes: number) =>
    world.owner.query(
      "update chain_payments set asked_at = market_now() - make_interval(mins => $2) where subject = $1",
      [id, minutes],
    );
  const { rows } = await world.owner.query("select asked_at from chain_payments where subject = $1", [id]);
  assert.deepEqual(rows, [{ asked_at: null }], "nobody is asked now");
  await ask(9);
  assert.equal(await cancel(), "wallet.send_out_under_way");
  await ask(11);
  assert.equal(await cancel(), "");
  assert.equal((await view()).status, "cancelled");
});
