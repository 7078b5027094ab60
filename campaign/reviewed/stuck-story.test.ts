// Guards: for how many blocks in a row bytes must be found stuck, on which proof a sum goes back, and what staff is told.
// Surveys: ^server/money/custody/(stuck|why-stuck-ethereum|trace-inputs|loosen-payments|end-payment|pay)\.ts$
import { test } from "node:test";
import * as wallet from "#contract/wallet.ts";
import { type Holder, scriptedWorld } from "../../server/testing/scripted-world.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum } = world;
const tape = await openTape(world, {
  blank: ["raw_hex"],
  withoutTables: ["idempotency_keys", "sessions", "users", "send_out_quotes", "proofs", "wallet_blocks", "events"],
});
const { act } = tape;
const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const FAR_ETHER = "0x000000000000000000000000000000000000bEEF";

const view = ({ client }: Holder, id: string) => client.call(wallet.getSendOut, { params: { id } });
/** The chain is read and what is due is shown, a minute later than before. */
async function look(chain: "bitcoin" | "ethereum"): Promise<void> {
  await world.moveClock(60_000);
  await world.runJob(`scan-${chain}`);
  await world.runJob(`pay-${chain}`);
}
const lookAt = (name: string, chain: "bitcoin" | "ethereum") => act(name, () => look(chain));
const mineEmpty = (blocks = 1) => bitcoin.mine(blocks, { only: [] });
const liftAll = () => world.owner.query("delete from halts").then(() => undefined);

type Sent = Holder & { readonly id: string; readonly txid: string };

/** A send-out of the only coin there is, in no block yet. */
async function sentFrom(username: string, coin: { isReward?: boolean } = {}): Promise<Sent & { deposit: string }> {
  await world.owner.query("update coins set spent_txid = 'set aside' where spent_txid is null and payment_id is null");
  const person = await world.person(username);
  const paid = { address: await world.addressOf(person, "BTC"), units: 20_000_000n };
  const deposit = coin.isReward ? undefined : bitcoin.pay([paid]);
  bitcoin.mine(coin.isReward ? 100 : 2, coin.isReward ? { reward: paid } : {});
  await world.runJob("scan-bitcoin");
  const { data } = await world.send(person, "BTC", { address: FAR, amount: "0.01" });
  await world.runJob("pay-bitcoin");
  const { rows } = await world.owner.query("select txid, plan from chain_payments where subject = $1", [data.id]);
  return { ...person, id: data.id, txid: rows[0].txid, deposit: deposit ?? rows[0].plan.inputs[0].txid };
}

test("bytes that are stuck are found, shown, given back or handed to staff as reviewed", async () => {
  await world.scan();
  await aLostInput();
  await liftAll();
  await aMissingInput();
  await liftAll();
  await onBothSidesOfABlock();
  await liftAll();
  await ethereumNumbers();
  await act("the journals", async () => ({ status: 200, body: await world.journals() }));
  holds("stuck-story", tape.lines);
});

async function aLostInput(): Promise<void> {
  const ada = await act("ada has sent", () => sentFrom("ada"));
  const at = bitcoin.height() - 1;
  bitcoin.drop([ada.txid]);
  bitcoin.cut(at, { drop: [ada.deposit] });
  const rival = bitcoin.pay([{ address: FAR, units: 1n }], [{ txid: ada.deposit, outputIndex: 0 }]);
  bitcoin.drop([rival]);
  bitcoin.mine(3);
  await lookAt("her deposit is gone with its block, and is shown again with what spends it", "bitcoin");
  await lookAt("both wait", "bitcoin");
  bitcoin.mine(2);
  await lookAt("both are deep", "bitcoin");
  await act("ada looks", () => view(ada, ada.id));
  const bob = await act("bob has sent", () => sentFrom("bob"));
  bitcoin.drop([bob.txid]);
  const thief = bitcoin.pay([{ address: FAR, units: 2n }], [{ txid: bob.deposit, outputIndex: 0 }]);
  bitcoin.mine(1, { only: [thief] });
  await world.owner.query("update coins set spent_txid = null, spent_height = null where txid = $1", [bob.deposit]);
  await lookAt("his coin is spent, first block", "bitcoin");
  await world.owner.query("update chain_payments set conflict_txid = null, conflict_height = null");
  for (const block of ["second", "third", "fourth", "fifth"]) {
    mineEmpty();
    await lookAt(`${block} block`, "bitcoin");
  }
  await act("bob looks", () => view(bob, bob.id));
  mineEmpty();
  await lookAt("sixth block", "bitcoin");
  await act("bob looks", () => view(bob, bob.id));
  bitcoin.cut(bitcoin.height() - 6, { drop: [thief] });
  mineEmpty(8);
  await lookAt("the blocks that proved it are gone", "bitcoin");
}

async function aMissingInput(): Promise<void> {
  const eve = await act("eve has sent", () => sentFrom("eve"));
  const at = bitcoin.height() - 1;
  bitcoin.drop([eve.txid]);
  bitcoin.cut(at, { drop: [eve.deposit] });
  bitcoin.mood.isForgetful = true;
  mineEmpty(3);
  await lookAt("her deposit is gone and nobody remembers it", "bitcoin");
  mineEmpty(4);
  await lookAt("fifth block", "bitcoin");
  bitcoin.mood.isForgetful = false;
  bitcoin.mood.refuses = "mempool full";
  await lookAt("the node remembers, and refuses all", "bitcoin");
  bitcoin.mood.refuses = "";
  bitcoin.mood.isForgetful = true;
  await lookAt("it does not again", "bitcoin");
  mineEmpty(4);
  await lookAt("five blocks of that", "bitcoin");
  mineEmpty();
  await lookAt("six", "bitcoin");
  bitcoin.mood.isForgetful = false;
  await lookAt("it remembers", "bitcoin");
  bitcoin.mine(2);
  await lookAt("all is deep", "bitcoin");
  await act("eve looks", () => view(eve, eve.id));
}

async function onBothSidesOfABlock(): Promise<void> {
  const ida = await act("ida has sent the reward of a block", () => sentFrom("ida", { isReward: true }));
  bitcoin.drop([ida.txid]);
  bitcoin.cut(bitcoin.height() - 99);
  mineEmpty(101);
  await lookAt("that block is gone", "bitcoin");
  mineEmpty(4);
  await lookAt("fifth block", "bitcoin");
  await act("the node has read further than we when it is asked", async () => {
    await world.moveClock(60_000);
    mineEmpty();
    await world.runJob("pay-bitcoin");
  });
  await lookAt("sixth block", "bitcoin");
  await act("ida looks", () => view(ida, ida.id));
}

async function ethereumNumbers(): Promise<void> {
  const ola = await act("ola has ether", async () => {
    const person = await world.person("ola");
    ethereum.giveWei(await world.addressOf(person, "ETH"), 10n ** 18n);
    ethereum.giveWei(await hot(), 10n ** 18n);
    ethereum.mine(3);
    await world.runJob("scan-ethereum");
    return person;
  });
  const first = await sendEther(ola, "0.01", "ola's ether is stuck: the node refuses it");
  const second = await sendEther(ola, "0.02", "so is more of it");
  ethereum.mine(48);
  await lookAt("49 blocks", "ethereum");
  ethereum.mine(1);
  await lookAt("50 blocks", "ethereum");
  await liftAll();
  ethereum.mood.refuses = "";
  await lookAt("it is taken", "ethereum");
  ethereum.mine(3);
  await lookAt("it is final", "ethereum");
  for (const id of [first, second]) await act("ola looks", () => view(ola, id));
  const third = await sendEther(ola, "0.03", "ola sends, and nobody hears");
  ethereum.mood.refuses = "";
  await world.owner.query("update chain_payments set nonce = nonce + 1 where status = 'broadcast'");
  await lookAt("a number before it is nobody's", "ethereum");
  await world.owner.query("update chain_payments set nonce = nonce - 1 where status = 'broadcast'");
  await lookAt("it is its own", "ethereum");
  ethereum.dropAll();
  ethereum.giveWei(FAR_ETHER, 1n, await hot());
  ethereum.mine(1);
  await world.owner.query("update chain_payments set nonce = nonce + 1 where status = 'broadcast'");
  await act("its number is used, in a block unseen", () => world.runJob("scan-ethereum"));
  await world.owner.query("update chain_payments set nonce = nonce - 1 where status = 'broadcast'");
  await liftAll();
  await lookAt("not for good yet", "ethereum");
  ethereum.mine(2);
  await lookAt("for good", "ethereum");
  ethereum.mine(48);
  await lookAt("49 blocks", "ethereum");
  ethereum.mine(1);
  await lookAt("50 blocks", "ethereum");
  await act("ola looks", () => view(ola, third));
}

async function sendEther(ola: Holder, amount: string, name: string): Promise<string> {
  ethereum.mood.refuses = "the pool is full";
  return act(name, async () => {
    const { data } = await world.send(await world.again(ola), "ETH", { address: FAR_ETHER, amount });
    await world.runJob("pay-ethereum");
    return data.id;
  });
}

const hot = async (): Promise<string> =>
  (await world.owner.query("select address from wallet_addresses where purpose = 'hot'")).rows[0].address;
