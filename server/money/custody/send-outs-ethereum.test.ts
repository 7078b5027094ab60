// Guards: a quote and a balance are each spent once, however many ask at the same moment. On a real Ethereum node.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelSendOut,
  createDepositAddress,
  createSendOut,
  getSendOut,
  listWalletTransactions,
  quoteSendOut,
} from "#contract/products/wallet/wallet.ts";
import { giveCoins } from "../../testing/market/offers.ts";
import { type Person, sendOut, walletWorld } from "../../testing/market/wallet.ts";
import { fundHouse } from "../../demo/coins/fund-house.ts";

/** Blocks by which the node that we ask lags behind the chain. */
let lag = 0;
const world = await walletWorld({
  around: (chains) => {
    if ("fault" in chains.ethereum) return chains;
    const { node } = chains.ethereum;
    const top = async () => (await node.height()) - lag;
    const lagging = {
      ...node,
      height: top,
      block: async (number: number) => (number > (await top()) ? undefined : node.block(number)),
      blockHash: async (number: number) => (number > (await top()) ? undefined : node.blockHash(number)),
      finalizedHeight: async () => Math.min(await node.finalizedHeight(), await top()),
      knows: async (txid: string) => lag === 0 && node.knows(txid),
    };
    return { ...chains, ethereum: { ...chains.ethereum, node: lagging } };
  },
});
await fundHouse(world.ownerPorts, { BTC: 0n, ETH: 5_000_000_000n, USDT: 0n });
const AWAY = "0x000000000000000000000000000000000000bEEF";

async function aHolder(units: bigint): Promise<Person> {
  const person = await world.person();
  await world.db.tx((tx) => giveCoins(tx, person.userId, "ETH", units));
  return person;
}

async function quote({ client }: Person, amount: string): Promise<string> {
  const answer = await client.call(quoteSendOut, { params: { code: "ETH" }, body: { address: AWAY, amount } });
  assert.equal(answer.code, "");
  return answer.data.id;
}

const take = async ({ client }: Person, id: string) =>
  (await client.call(createSendOut, { params: { code: "ETH" }, body: { quote_id: id } })).code;

test("two send-outs of one balance at once: one wins, the other is refused", async () => {
  for (let round = 0; round < 10; round++) {
    const ada = await aHolder(60_000_000n);
    const quotes = [await quote(ada, "0.03"), await quote(ada, "0.03")];
    const codes = await Promise.all(quotes.map((id) => take(ada, id)));
    assert.deepEqual(codes.sort(), ["", "ledger.insufficient_balance"]);
    const left = (await world.available(ada.userId, "ETH")) + (await world.held(ada.userId, "ETH"));
    assert.equal(left, 60_000_000n);
  }
});

test("a send-out is seen and taken back by its sender only", async () => {
  const [ada, eve] = [await aHolder(1_000_000_000n), await aHolder(1_000_000_000n)];
  const { sendOut: made } = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.01" });
  for (const call of [getSendOut, cancelSendOut]) {
    const answer = await eve.client.call(call, { params: { id: made.id } });
    assert.deepEqual([answer.status, answer.code], [404, "wallet.send_out_unknown"]);
  }
  const before = await world.held(ada.userId, "ETH");
  assert.ok(before > 10_000_000n);
  const mine = await ada.client.call(cancelSendOut, { params: { id: made.id } });
  assert.deepEqual([mine.code, mine.data.status, mine.data.actions], ["", "cancelled", []]);
  assert.equal(await world.available(ada.userId, "ETH"), 1_000_000_000n);
  const again = await ada.client.call(cancelSendOut, { params: { id: made.id } });
  assert.deepEqual([again.status, again.code], [409, "wallet.send_out_under_way"]);
  const history = await eve.client.call(listWalletTransactions, { query: {} });
  assert.deepEqual(
    history.data.filter(({ type }) => type === "send_out"),
    [],
  );
});

test("a send-out asks for a proof of itself, and without one nothing is reserved", async () => {
  const ada = await aHolder(1_000_000_000n);
  const [id, other] = [await quote(ada, "0.01"), await quote(ada, "0.02")];
  const unproved = async () => {
    const answer = await ada.client.call(createSendOut, {
      params: { code: "ETH" },
      body: { quote_id: id },
      proves: false,
    });
    return answer.code;
  };
  assert.equal(await unproved(), "auth.password_proof");
  await world.prove(ada.client.token, { kind: "send_out", id: other });
  assert.equal(await unproved(), "auth.password_proof", "the proof of another quote");
  assert.equal(await world.held(ada.userId, "ETH"), 0n);
  await world.prove(ada.client.token, { kind: "send_out", id });
  assert.equal(await unproved(), "", "the quote is still there");
});

test("a quote is taken once, by its owner, within its minute", async () => {
  const [ada, eve] = [await aHolder(1_000_000_000n), await aHolder(1_000_000_000n)];
  const first = await quote(ada, "0.01");
  assert.equal(await take(eve, first), "wallet.quote_unknown");
  const codes = await Promise.all(Array.from({ length: 8 }, () => take(ada, first)));
  assert.equal(codes.filter((code) => code === "").length, 1);
  assert.ok(
    codes.every((code) => code === "" || code === "wallet.quote_taken"),
    codes.join(),
  );
  assert.equal(await take(ada, first), "wallet.quote_taken");
  const late = await quote(ada, "0.01");
  await world.moveClock(61_000);
  assert.equal(await take(ada, late), "wallet.quote_expired");
});

async function settle(): Promise<void> {
  await world.mineEthereum(4);
  await world.scan();
}

test("a send-out that the node forgot is shown again, the same bytes, and arrives once", async () => {
  const ada = await aHolder(1_000_000_000n);
  const address = "0x00000000000000000000000000000000000f0f01";
  const { sendOut: made } = await sendOut(ada, { code: "ETH", address, amount: "0.01" });
  await world.pay();
  const kept = async () =>
    (await world.owner.query("select txid, raw_hex, tries from chain_payments where subject = $1", [made.id])).rows[0];
  const first = await kept();
  await world.ethereum.node.call("anvil_dropTransaction", [first.txid]);
  assert.equal(await world.ethereum.node.knows(first.txid), false);
  await settle();
  assert.equal(await world.ethereum.node.balance(address), 0n);

  await world.moveClock(61_000);
  await world.pay();
  await settle();
  const again = await kept();
  assert.deepEqual([again.txid, again.raw_hex], [first.txid, first.raw_hex]);
  assert.ok(again.tries > first.tries);
  assert.equal(await world.ethereum.node.balance(address), 10_000_000_000_000_000n);
  assert.equal((await ada.client.call(getSendOut, { params: { id: made.id } })).data.status, "completed");
});

test("the same event delivered many times at once credits a deposit once", async () => {
  const ada = await world.person();
  const { address } = (await ada.client.call(createDepositAddress, { params: { code: "ETH" } })).data;
  await world.ethereum.faucet?.giveWei(address, 100_000_000_000_000_000n);
  await world.mineEthereum(4);
  for (let round = 0; round < 3; round++)
    await Promise.allSettled(Array.from({ length: 5 }, () => world.runJob("scan-ethereum")));
  assert.equal(await world.available(ada.userId, "ETH"), 100_000_000n);
});

test("a node that falls behind takes nothing back, and news that come late are taken when they come", async () => {
  const ada = await world.person();
  const { address } = (await ada.client.call(createDepositAddress, { params: { code: "ETH" } })).data;
  await world.ethereum.faucet?.giveWei(address, 100_000_000_000_000_000n);
  await settle();
  assert.equal(await world.available(ada.userId, "ETH"), 100_000_000n);
  lag = 8;
  for (let round = 0; round < 3; round++) await world.scan();
  assert.equal(await world.available(ada.userId, "ETH"), 100_000_000n);
  await world.ethereum.faucet?.giveWei(address, 50_000_000_000_000_000n);
  await settle();
  assert.equal(await world.available(ada.userId, "ETH"), 100_000_000n, "not yet seen");
  lag = 0;
  await settle();
  assert.equal(await world.available(ada.userId, "ETH"), 150_000_000n);
  const { rows } = await world.owner.query("select count(*)::int as n from journals where kind = 'deposit_reversal'");
  assert.equal(rows[0].n, 0);
});
