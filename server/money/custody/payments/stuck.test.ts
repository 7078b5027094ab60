// Guards: a send-out whose bytes the chain cannot take any more is paid once, given back once on proof, or brought to an
// operator; its sender's money is never held in silence.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createDepositAddress, createSendOut, getSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import { type BroadcastOutcome, NodeSilent } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { EthereumBlock } from "../../../platform/outside/chains/ethereum-node.ts";
import { type Signer, SignerSilent } from "../../../platform/outside/signer/signer.ts";
import { type Person, sendOut, walletWorld } from "../../../testing/market/wallet.ts";
import { fundHouse } from "../../../demo/coins/fund-house.ts";

let isLineDead = false;
let isForgetful = false;
let isSignerSilent = false;
let hiddenSender = "";
const world = await walletWorld({
  around: (chains) => {
    const guarded =
      (broadcast: (rawHex: string) => Promise<BroadcastOutcome>) =>
      async (rawHex: string): Promise<BroadcastOutcome> => {
        if (isLineDead) throw new NodeSilent("the line is dead");
        return broadcast(rawHex);
      };
    const bitcoin = "fault" in chains.bitcoin ? undefined : chains.bitcoin;
    const ethereum = "fault" in chains.ethereum ? undefined : chains.ethereum;
    const without = (block: EthereumBlock | undefined) =>
      block && { ...block, transactions: block.transactions.filter(({ from }) => from !== hiddenSender) };
    const signer = chains.signer as Signer;
    const sign: Signer["sign"] = async (request) => {
      if (isSignerSilent) throw new SignerSilent("it does not answer");
      return signer.sign(request);
    };
    return {
      ...chains,
      signer: { ...signer, sign },
      ...(bitcoin && {
        bitcoin: {
          ...bitcoin,
          node: {
            ...bitcoin.node,
            broadcast: guarded(bitcoin.node.broadcast),
            remembered: async (txid) => (isForgetful ? undefined : bitcoin.node.remembered(txid)),
          },
        },
      }),
      ...(ethereum && {
        ethereum: {
          ...ethereum,
          node: {
            ...ethereum.node,
            broadcast: guarded(ethereum.node.broadcast),
            block: async (number) => without(await ethereum.node.block(number)),
          },
        },
      }),
    };
  },
});
const skip = "not run: no bitcoind";
if (world.hasBitcoin) await world.mineBitcoin(110);
// The operator makes up for what is lost here: without that nothing more would be signed.
await fundHouse(world.ownerPorts, { BTC: world.hasBitcoin ? 100_000_000n : 0n, ETH: 5_000_000_000n, USDT: 0n });
beforeEach(async () => {
  isLineDead = false;
  isForgetful = false;
  isSignerSilent = false;
  hiddenSender = "";
  await world.owner.query("delete from halts");
});

const stateOf = async ({ client }: Person, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const halts = async () => (await world.owner.query<{ name: string }>("select name from halts")).rows;

/** The wallet looks at both chains and shows what is due, a minute later than before. */
async function look(): Promise<void> {
  await world.moveClock(61_000);
  await world.scan();
  await world.pay();
}

async function receivedBy(address: string): Promise<bigint> {
  const { node } = world.bitcoin;
  return (await node.call<{ total_amount: bigint }>("scantxoutset", ["start", [`addr(${address})`]])).total_amount;
}

type Vulnerable = Person & { readonly id: string; readonly away: string; readonly depositHex: string };

/**
 * A send-out that spends a deposit, the only coin there is, before whose block the chain is then cut: the deposit may
 * not be mined before the height at which it was made, so the node drops it together with what spends it.
 */
async function cutOff({ isBroadcast = false, isSigned = true } = {}): Promise<Vulnerable> {
  const { node } = world.bitcoin;
  // Set aside: in no block according to the table, and there all the same.
  await world.owner.query("update coins set block_height = null where spent_txid is null and payment_id is null");
  const person = await world.person();
  const { data } = await person.client.call(createDepositAddress, { params: { code: "BTC" } });
  const height = await node.height();
  const outputs = [{ [data.address]: "0.2" }];
  const raw = await node.call<string>("createrawtransaction", [[], outputs, height, true]);
  const { hex } = await node.call<{ hex: string }>("fundrawtransaction", [raw]);
  const { hex: depositHex } = await node.call<{ hex: string }>("signrawtransactionwithwallet", [hex]);
  await node.call("sendrawtransaction", [depositHex]);
  await world.mineBitcoin(2);
  await world.scan();
  assert.equal(await world.available(person.userId, "BTC"), 20_000_000n);

  const away = await node.call<string>("getnewaddress");
  isLineDead = !isBroadcast;
  isSignerSilent = !isSigned;
  const { sendOut: made } = await sendOut(person, { code: "BTC", address: away, amount: "0.0005" });
  await world.pay();
  isLineDead = false;
  isSignerSilent = false;
  if (isBroadcast) {
    await world.mineBitcoin(2);
    await world.scan();
    assert.equal((await stateOf(person, made.id)).status, "completed");
  }
  await cut(height);
  return { ...person, id: made.id, away, depositHex };
}

/** From this height on other blocks, empty ones, one more than there were. */
async function cut(height: number): Promise<void> {
  const { node } = world.bitcoin;
  const tip = await node.height();
  await node.call("invalidateblock", [await node.blockHash(height)]);
  for (let block = height; block <= tip + 1; block++) await mineEmpty();
}

async function mineEmpty(transactions: readonly string[] = []): Promise<void> {
  const { node } = world.bitcoin;
  await node.call("generateblock", [await node.call("getnewaddress"), transactions]);
}

/** The sender of the deposit takes its coins elsewhere, in a block. */
async function spendElsewhere(depositHex: string): Promise<void> {
  const { node } = world.bitcoin;
  const { vin } = await node.call<{ vin: { txid: string; vout: number }[] }>("decoderawtransaction", [depositHex]);
  const [input] = vin;
  assert.ok(input);
  const coin = await node.call<{ value: bigint }>("gettxout", [input.txid, input.vout]);
  const left = coin.value - 10_000n;
  const amount = `${left / 100_000_000n}.${String(left % 100_000_000n).padStart(8, "0")}`;
  const target = await node.call<string>("getnewaddress");
  const raw = await node.call<string>("createrawtransaction", [[input], [{ [target]: amount }]]);
  const { hex } = await node.call<{ hex: string }>("signrawtransactionwithwallet", [raw]);
  await mineEmpty([hex]);
}

test("a deposit that a reorganisation removed and the node dropped is shown again, and the send-out that spends it is paid once", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await cutOff();
  await look();
  await world.mineBitcoin(2);
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "completed");
  assert.equal(await receivedBy(ada.away), 50_000n);
  assert.deepEqual(await halts(), []);
});

test("a send-out whose coin a reorganisation took before it was signed is planned anew, and paid once with another coin", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await cutOff({ isSigned: false });
  await spendElsewhere(ada.depositHex);
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "pending", "there is no other coin yet");

  const ben = await world.person();
  const { data } = await ben.client.call(createDepositAddress, { params: { code: "BTC" } });
  await world.bitcoin.node.call("sendtoaddress", [data.address, "0.3"]);
  await world.mineBitcoin(2);
  await look();
  await look();
  await world.mineBitcoin(2);
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "completed");
  assert.equal(await receivedBy(ada.away), 50_000n);
  assert.deepEqual(await halts(), []);
  // After the signature its plan, bytes and purpose cannot change.
  for (const change of ["plan = plan || '{\"a\": 1}'", "raw_hex = '00'", "subject = 'another'"])
    await assert.rejects(
      world.owner.query(`update chain_payments set ${change} where subject = $1`, [ada.id]),
      /is fixed|never replaced/,
    );
});

test("a settled send-out that a deep reorganisation removed is shown again and arrives once", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await cutOff({ isBroadcast: true });
  assert.equal(await receivedBy(ada.away), 0n);
  await look();
  await world.mineBitcoin(2);
  await look();
  assert.equal(await receivedBy(ada.away), 50_000n);
  assert.equal((await stateOf(ada, ada.id)).status, "completed");
});

test("a send-out whose coin was spent elsewhere by its sender comes back after six blocks and not before", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await cutOff();
  await spendElsewhere(ada.depositHex);
  const held = await world.held(ada.userId, "BTC");
  assert.ok(held > 50_000n);
  for (let block = 1; block <= 5; block++) {
    await look();
    assert.equal(await world.held(ada.userId, "BTC"), held, `after ${block} blocks`);
    await mineEmpty();
  }
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "failed");
  assert.equal(await world.held(ada.userId, "BTC"), 0n);
  assert.equal(await world.available(ada.userId, "BTC"), held);
  await look();
  assert.equal(await world.available(ada.userId, "BTC"), held, "given back once");
  assert.equal(await receivedBy(ada.away), 0n);
  assert.deepEqual(await halts(), []);

  // The block of the proof goes: whether the old bytes are mined after all is for people to watch.
  await cut((await world.bitcoin.node.height()) - 6);
  await world.scan();
  assert.deepEqual(await halts(), [{ name: "bitcoin_out" }]);
});

test("a coin that comes back before its loss is deep pays its send-out after all", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await cutOff();
  await spendElsewhere(ada.depositHex);
  await mineEmpty();
  await look();
  const { node } = world.bitcoin;
  await node.call("invalidateblock", [await node.blockHash((await node.height()) - 1)]);
  await mineEmpty([ada.depositHex]);
  await mineEmpty();
  await mineEmpty();
  await look();
  await world.mineBitcoin(6);
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "completed");
  assert.equal(await receivedBy(ada.away), 50_000n);
});

test("where nobody remembers the missing transaction, money stays held and withdrawals of that chain stop after six blocks", async (t) => {
  if (!world.hasBitcoin) return t.skip(skip);
  const ada = await cutOff();
  const eve = await anEtherHolder();
  isForgetful = true;
  const held = await world.held(ada.userId, "BTC");
  for (let block = 1; block <= 6; block++) {
    assert.deepEqual(await halts(), [], `before block ${block}`);
    await look();
    await mineEmpty();
  }
  assert.deepEqual(await halts(), [{ name: "bitcoin_out" }]);
  assert.equal(await world.held(ada.userId, "BTC"), held);
  assert.equal((await stateOf(ada, ada.id)).status, "pending");
  await sendOut(eve, { code: "ETH", address: FAR, amount: "0.01" });
  // The node remembers again: the same bytes arrive.
  isForgetful = false;
  await look();
  await world.mineBitcoin(2);
  await look();
  assert.equal(await receivedBy(ada.away), 50_000n);
});

const FAR = "0x000000000000000000000000000000000000bEEF";

async function anEtherHolder(): Promise<Person> {
  const person = await world.person();
  const { data } = await person.client.call(createDepositAddress, { params: { code: "ETH" } });
  await world.ethereum.faucet?.giveWei(data.address, 10n ** 18n);
  await world.mineEthereum(4);
  await world.scan();
  assert.equal(await world.available(person.userId, "ETH"), 1_000_000_000n);
  return person;
}

/** An ether send-out whose bytes exist and have not been out. */
async function unseen(): Promise<Person & { id: string; hot: `0x${string}`; nonce: number }> {
  const person = await anEtherHolder();
  await look();
  await world.mineEthereum(4);
  await world.scan();
  isLineDead = true;
  const { sendOut: made } = await sendOut(person, { code: "ETH", address: FAR, amount: "0.01" });
  await world.pay();
  isLineDead = false;
  const { rows } = await world.owner.query("select from_address, nonce from chain_payments where subject = $1", [
    made.id,
  ]);
  return { ...person, id: made.id, hot: rows[0].from_address, nonce: rows[0].nonce };
}

const farHas = () => world.ethereum.node.balance(FAR);

test("an ether send-out whose funds a reorganisation took waits with its money held, stops ether withdrawals, and is paid once they return", async () => {
  const ada = await unseen();
  const { node } = world.ethereum;
  const before = await farHas();
  const funds = await node.balance(ada.hot);
  await node.call("anvil_setBalance", [ada.hot, "0x0"]);
  await look();
  await world.mineEthereum(48);
  await look();
  assert.deepEqual(await halts(), []);
  await world.mineEthereum(1);
  await look();
  assert.deepEqual(await halts(), [{ name: "ethereum_out" }]);
  assert.ok((await world.held(ada.userId, "ETH")) > 10_000_000n);
  const quote = await ada.client.call(quoteSendOut, {
    params: { code: "ETH" },
    body: { address: FAR, amount: "0.01" },
  });
  const made = await ada.client.call(createSendOut, { params: { code: "ETH" }, body: { quote_id: quote.data.id } });
  assert.equal(made.code, "ledger.halted");

  await node.call("anvil_setBalance", [ada.hot, `0x${funds.toString(16)}`]);
  await look();
  const { rows } = await world.owner.query("select stuck_kind from chain_payments where subject = $1", [ada.id]);
  assert.deepEqual(rows, [{ stuck_kind: null }]);
  await world.mineEthereum(4);
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "completed");
  assert.equal((await farHas()) - before, 10_000_000_000_000_000n);
});

test("an ether send-out whose number another transaction used for good, unseen by the scanner, comes back once", async () => {
  const ada = await unseen();
  const { node } = world.ethereum;
  hiddenSender = ada.hot;
  await node.call("anvil_impersonateAccount", [ada.hot]);
  await node.call("eth_sendTransaction", [{ from: ada.hot, to: ada.hot, value: "0x1" }]);
  await world.mineEthereum(4);
  await look();
  await world.mineEthereum(48);
  await look();
  assert.ok((await world.held(ada.userId, "ETH")) > 10_000_000n, "not before the fiftieth block");
  await world.mineEthereum(1);
  await look();
  assert.equal((await stateOf(ada, ada.id)).status, "failed");
  assert.equal(await world.available(ada.userId, "ETH"), 1_000_000_000n);
  assert.deepEqual(await halts(), []);
});

test("an ether send-out behind a number that nobody uses stops ether withdrawals", async () => {
  const ada = await unseen();
  const { node } = world.ethereum;
  await node.call("anvil_setNonce", [ada.hot, `0x${(ada.nonce - 1).toString(16)}`]);
  await look();
  await world.mineEthereum(49);
  await look();
  assert.deepEqual(await halts(), [{ name: "ethereum_out" }]);
  assert.ok((await world.held(ada.userId, "ETH")) > 10_000_000n);
});
