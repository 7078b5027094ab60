// Guards: ether and tokens come in only as the chain really has them, final, and go out once, in order, with gas.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { encodeFunctionData } from "viem";
import type { CryptoCode } from "#contract/money/money.ts";
import {
  cancelSendOut,
  createDepositAddress,
  getSendOut,
  getWalletBalances,
  listWalletTransactions,
  quoteSendOut,
} from "#contract/products/wallet/wallet.ts";
import { type BroadcastOutcome, NodeSilent } from "../../platform/outside/chains/bitcoin-node.ts";
import { type SignRequest, SignerSilent } from "../../platform/outside/signer/signer.ts";
import { type Person, sendOut, walletWorld } from "../../testing/market/wallet.ts";
import { fundHouse } from "../../demo/coins/fund-house.ts";

let isLineDead = false;
let doesSignerVanish = false;
const world = await walletWorld({
  around: (chains) => {
    if ("fault" in chains.ethereum) return chains;
    const { node } = chains.ethereum;
    const broadcast = async (rawHex: string): Promise<BroadcastOutcome> => {
      const answer = await node.broadcast(rawHex);
      if (isLineDead) throw new NodeSilent("the answer was lost");
      return answer;
    };
    const signer = chains.signer && {
      ...chains.signer,
      sign: async (request: SignRequest) => {
        const signed = await chains.signer?.sign(request);
        if (!signed || doesSignerVanish) throw new SignerSilent("the answer was lost");
        return signed;
      },
    };
    return { ...chains, signer, ethereum: { ...chains.ethereum, node: { ...node, broadcast } } };
  },
});
const { node, token, faucet } = world.ethereum;
assert.ok(faucet);
await fundHouse(world.ownerPorts, { BTC: 0n, ETH: 5_000_000_000n, USDT: 1_000_000_000n });

async function addressOf(person: Person, code: CryptoCode): Promise<string> {
  return (await person.client.call(createDepositAddress, { params: { code } })).data.address;
}

async function aHolder(code: "ETH" | "USDT", units: bigint): Promise<Person & { address: string }> {
  const person = await world.person();
  const address = await addressOf(person, code);
  await (code === "ETH" ? faucet?.giveWei(address, units * 1_000_000_000n) : faucet?.giveTokens(address, units));
  await settle();
  assert.equal(await world.available(person.userId, code), units);
  return { ...person, address };
}

/** Blocks until what was sent is final, and the scanner has seen them. */
async function settle(): Promise<void> {
  await world.mineEthereum(4);
  await world.scan();
}

async function payAndSettle(rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await world.pay();
    await settle();
  }
}

async function incoming({ client }: Person, code: CryptoCode): Promise<string | undefined> {
  const { data } = await client.call(getWalletBalances);
  return data.balances.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === code)?.incomingAmount;
}

const stateOf = async ({ client }: Person, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const AWAY = "0x000000000000000000000000000000000000bEEF";

test("ether shows at once, counts when finalized, and its last wei are the house's dust", async () => {
  const ada = await world.person();
  const address = await addressOf(ada, "ETH");
  await faucet.giveWei(address, 1_000_000_000_999_999_999n);
  await world.mineEthereum(1);
  await world.scan();
  assert.equal(await incoming(ada, "ETH"), "1");
  assert.equal(await world.available(ada.userId, "ETH"), 0n);
  await settle();
  await Promise.all([world.scan(), world.scan()]);
  assert.equal(await world.available(ada.userId, "ETH"), 1_000_000_000n);
  await faucet.giveWei(address, 5n);
  await settle();
  const dust = await world.owner.query("select balance_units::text from ledger_accounts where name = 'house:ETH:dust'");
  assert.equal(dust.rows[0].balance_units, "1");
  await world.assertBooks();
});

test("tokens count by the logs of the one contract: a look-alike's are nothing", async () => {
  const ada = await aHolder("USDT", 25_000_000n);
  const lookalike = await deployLookalike();
  const before = await world.available(ada.userId, "USDT");
  await world.ethereum.node.call("eth_sendTransaction", [
    { from: FACE, to: lookalike, data: issueData(ada.address, 9_000_000n) },
  ]);
  await settle();
  assert.equal(await world.available(ada.userId, "USDT"), before);
  assert.equal(await incoming(ada, "USDT"), "0");
});

test("with the token's fee switched on, what arrives is what counts", async () => {
  const [ada, bob] = [await aHolder("USDT", 50_000_000n), await world.person()];
  const address = await addressOf(bob, "USDT");
  await faucet.callToken("setParams", [10, 5_000_000n]);
  await world.mineEthereum(1);
  await node.call("anvil_setBalance", [ada.address, "0xde0b6b3a7640000"]);
  await node.call("anvil_impersonateAccount", [AWAY]);
  await node.call("anvil_setBalance", [AWAY, "0xde0b6b3a7640000"]);
  await faucet.giveTokens(AWAY, 10_000_000n);
  await world.mineEthereum(1);
  await node.call("eth_sendTransaction", [{ from: AWAY, to: token, data: transferData(address, 10_000_000n) }]);
  await settle();
  assert.equal(await world.available(bob.userId, "USDT"), 9_990_000n);
  await faucet.callToken("setParams", [0, 0n]);
  await settle();
});

test("when the balance did not move as the logs say, nothing is credited", async () => {
  const ada = await world.person();
  const address = await addressOf(ada, "USDT");
  // Issued, frozen and destroyed within one block: the log remains, the money does not.
  await faucet.giveTokens(address, 7_000_000n);
  await faucet.callToken("setBlackListed", [address, true]);
  await faucet.callToken("destroyBlackFunds", [address]);
  await settle();
  assert.equal(await world.available(ada.userId, "USDT"), 0n);
  const { rows } = await world.owner.query(
    "select status, fault from deposits where address_id = (select id from wallet_addresses where address = $1)",
    [address],
  );
  assert.equal(rows[0].status, "quarantined");
  assert.match(rows[0].fault, /the logs say 7000000/);
});

test("a transaction that failed brings nothing", async () => {
  const ada = await world.person();
  const address = await addressOf(ada, "USDT");
  await node.call("anvil_impersonateAccount", [AWAY]);
  await node.call("eth_sendTransaction", [
    { from: AWAY, to: token, gas: "0x186a0", data: transferData(address, 999_000_000n) },
  ]);
  await settle();
  assert.equal(await incoming(ada, "USDT"), "0");
  assert.equal(await world.available(ada.userId, "USDT"), 0n);
});

test("a reorganisation takes ether back, even finalized ether, and only once", async () => {
  const ada = await world.person();
  const address = await addressOf(ada, "ETH");
  const snapshot = await node.height();
  await faucet.giveWei(address, 3_000_000_000_000_000_000n);
  await settle();
  assert.equal(await world.available(ada.userId, "ETH"), 3_000_000_000n);
  await node.call("anvil_reorg", [(await node.height()) - snapshot, []]);
  await world.scan();
  await world.scan();
  assert.equal(await world.available(ada.userId, "ETH"), 0n);
  await world.assertBooks();
});

test("an ether send-out leaves, is final, and costs its sender what was quoted", async () => {
  const ada = await aHolder("ETH", 1_000_000_000n);
  const before = await node.balance(AWAY);
  const { sendOut: made } = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.05" });
  await world.pay();
  assert.equal((await stateOf(ada, made.id)).status, "broadcast");
  await settle();
  assert.equal((await stateOf(ada, made.id)).status, "completed");
  assert.equal((await node.balance(AWAY)) - before, 50_000_000_000_000_000n);
  assert.equal(await world.held(ada.userId, "ETH"), 0n);
  await world.assertBooks();
});

test("send-outs take their numbers in order, and a lost answer repeats the same bytes", async () => {
  const ada = await aHolder("ETH", 2_000_000_000n);
  const before = await node.balance(AWAY);
  isLineDead = true;
  const made = [];
  for (const amount of ["0.01", "0.02", "0.03"])
    made.push((await sendOut(ada, { code: "ETH", address: AWAY, amount })).sendOut.id);
  await Promise.all([world.pay(), world.pay()]);
  await world.moveClock(61_000);
  isLineDead = false;
  await payAndSettle();
  for (const id of made) assert.equal((await stateOf(ada, id)).status, "completed");
  assert.equal((await node.balance(AWAY)) - before, 60_000_000_000_000_000n);
  const { rows } = await world.owner.query(
    "select nonce, txid from chain_payments where purpose = 'send_out' and subject = any($1) order by id",
    [made],
  );
  assert.equal(new Set(rows.map((row) => row.nonce)).size, 3);
  assert.deepEqual(
    rows.map((row) => row.nonce),
    [...rows.map((row) => row.nonce)].sort((a, b) => a - b),
  );
  await world.assertBooks();
});

test("bytes that the signer made and nobody has seen are made again the same, or thrown away by a cancel", async () => {
  const ada = await aHolder("ETH", 1_000_000_000n);
  const before = await node.balance(AWAY);
  doesSignerVanish = true;
  const kept = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.01" });
  await world.pay();
  const cancelled = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.02" });
  assert.equal((await stateOf(ada, kept.sendOut.id)).status, "pending");
  await world.pay();
  assert.equal(
    (await ada.client.call(cancelSendOut, { params: { id: cancelled.sendOut.id } })).data.status,
    "cancelled",
  );
  doesSignerVanish = false;
  const after = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.03" });
  await payAndSettle(2);
  for (const { sendOut: made } of [kept, after]) assert.equal((await stateOf(ada, made.id)).status, "completed");
  assert.equal((await node.balance(AWAY)) - before, 40_000_000_000_000_000n);
  await world.assertBooks();
});

test("ether is swept too, and what is left for gas does not matter", async () => {
  const ada = await aHolder("ETH", 700_000_000n);
  await payAndSettle(2);
  assert.ok((await node.balance(ada.address)) < 10n ** 15n);
  await payAndSettle(2);
  const { rows } = await world.owner.query(
    "select count(*)::int as sweeps from chain_payments where purpose = 'sweep' and from_address = $1",
    [ada.address],
  );
  assert.equal(rows[0].sweeps, 1);
  await world.assertBooks();
});

test("deposits are swept to the hot address, tokens with a gift of gas, and the ledger stays balanced", async () => {
  const ada = await aHolder("USDT", 300_000_000n);
  await payAndSettle(4);
  assert.equal(await node.tokenBalance({ token, address: ada.address }), 0n);
  const { rows } = await world.owner.query(
    "select distinct purpose from chain_payments where status = 'completed' and (from_address = $1 or plan->>'to' = $1) order by purpose",
    [ada.address],
  );
  assert.deepEqual(
    rows.map(({ purpose }) => purpose),
    ["gas", "sweep"],
  );
  await world.assertBooks();
});

test("a token send-out pays its fee in tokens and arrives without any", async () => {
  const ada = await aHolder("USDT", 100_000_000n);
  await payAndSettle(3);
  const before = await node.tokenBalance({ token, address: AWAY });
  const { quote, sendOut: made } = await sendOut(ada, { code: "USDT", address: AWAY, amount: "40" });
  assert.ok(Number(quote.fee) >= 0.99, "a dollar at least");
  await payAndSettle(2);
  assert.equal((await stateOf(ada, made.id)).status, "completed");
  assert.equal((await node.tokenBalance({ token, address: AWAY })) - before, 40_000_000n);
  await world.assertBooks();
});

test("tokens to a frozen sender or ether to a contract are refused before anything is signed", async () => {
  const [ada, bob] = [await aHolder("ETH", 1_000_000_000n), await aHolder("USDT", 60_000_000n)];
  await payAndSettle(3);
  const contract = "0x000000000000000000000000000000000000c0de";
  await node.call("anvil_setCode", [contract, "0x00"]);
  const { sendOut: toContract } = await sendOut(ada, { code: "ETH", address: contract, amount: "0.01" });
  const hot = (await world.owner.query("select address from wallet_addresses where purpose = 'hot'")).rows[0].address;
  await faucet.callToken("setBlackListed", [hot, true]);
  await world.mineEthereum(1);
  const { sendOut: frozen } = await sendOut(bob, { code: "USDT", address: AWAY, amount: "10" });
  await payAndSettle();
  for (const [person, id, fault] of [
    [ada, toContract.id, "contract_address"],
    [bob, frozen.id, "token_refuses"],
  ] as const) {
    const state = await stateOf(person, id);
    assert.equal(state.status, "failed");
    assert.match(state.reason ?? "", /full amount is back/);
    const history = await person.client.call(listWalletTransactions, { query: { type: "send_out" } });
    assert.deepEqual([state.fault, history.data[0]?.fault], [fault, fault]);
    assert.equal(state.txid, null);
  }
  assert.equal(await world.available(ada.userId, "ETH"), 1_000_000_000n);
  await faucet.callToken("setBlackListed", [hot, false]);
  await settle();
});

test("a transfer that the token refuses on the chain gives the amount back, not the fee", async () => {
  const ada = await aHolder("USDT", 60_000_000n);
  await payAndSettle(3);
  const { quote, sendOut: made } = await sendOut(ada, { code: "USDT", address: AWAY, amount: "10" });
  await world.pay();
  const hot = (await world.owner.query("select address from wallet_addresses where purpose = 'hot'")).rows[0].address;
  // Frozen between broadcast and block: the issuer pays more to come first.
  await node.call("eth_sendTransaction", [
    {
      from: FACE,
      to: token,
      data: blacklistData(hot, true),
      maxFeePerGas: "0x2540be400",
      maxPriorityFeePerGas: "0x2540be400",
    },
  ]);
  await settle();
  const state = await stateOf(ada, made.id);
  assert.deepEqual([state.status, state.fault], ["failed", "refused_by_chain"]);
  assert.notEqual(state.txid, null);
  const fee = BigInt(Math.round(Number(quote.fee) * 1_000_000));
  assert.equal(await world.available(ada.userId, "USDT"), 60_000_000n - fee);
  await faucet.callToken("setBlackListed", [hot, false]);
  await settle();
  await world.assertBooks();
});

test("when another transaction takes a send-out's number for good, the whole sum comes back", async () => {
  const ada = await aHolder("ETH", 1_000_000_000n);
  const { sendOut: made } = await sendOut(ada, { code: "ETH", address: AWAY, amount: "0.01" });
  await world.pay();
  const { rows } = await world.owner.query("select from_address, nonce from chain_payments where subject = $1", [
    made.id,
  ]);
  const { from_address: hot, nonce } = rows[0];
  await node.call("anvil_impersonateAccount", [hot]);
  const price = { maxFeePerGas: "0x4a817c800", maxPriorityFeePerGas: "0x4a817c800" };
  await node.call("eth_sendTransaction", [
    { from: hot, to: AWAY, value: "0x1", nonce: `0x${nonce.toString(16)}`, ...price },
  ]);
  await settle();
  const state = await stateOf(ada, made.id);
  assert.deepEqual([state.status, state.fault], ["failed", "replaced"]);
  assert.equal(await world.available(ada.userId, "ETH"), 1_000_000_000n);
  assert.deepEqual((await world.owner.query("select name from halts")).rows, [{ name: "money_out" }]);
  await world.owner.query("delete from halts");
});

test("something that leaves the hot address and is no payment of ours halts money out", async () => {
  const hot = (await world.owner.query("select address from wallet_addresses where purpose = 'hot'")).rows[0].address;
  await node.call("anvil_impersonateAccount", [hot]);
  await node.call("eth_sendTransaction", [{ from: hot, to: AWAY, value: "0x1" }]);
  await settle();
  const halts = await world.owner.query("select name from halts");
  assert.deepEqual(halts.rows, [{ name: "money_out" }]);
  const ada = await world.person();
  const refused = await ada.client.call(quoteSendOut, {
    params: { code: "ETH" },
    body: { address: AWAY, amount: "1" },
  });
  assert.equal(refused.code, "ledger.insufficient_balance");
});

const artifact: { abi: readonly unknown[]; bytecode: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../devnet/generated/usdt-like.json"), "utf8"),
);
const FACE = "0x000000000000000000000000000000000000fAcE";
const transferData = (to: string, units: bigint) => encode("transfer", [to, units]);
const issueData = (to: string, units: bigint) => encode("issue", [to, units]);
const blacklistData = (who: string, listed: boolean) => encode("setBlackListed", [who, listed]);

function encode(functionName: string, args: readonly unknown[]): string {
  return encodeFunctionData({ abi: artifact.abi, functionName, args });
}

async function deployLookalike(): Promise<string> {
  const txid = await node.call<string>("eth_sendTransaction", [{ from: FACE, data: artifact.bytecode }]);
  await world.mineEthereum(1);
  return (await node.call<{ contractAddress: string }>("eth_getTransactionReceipt", [txid])).contractAddress;
}
