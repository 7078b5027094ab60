// Guards: what each step of a bitcoin send-out does, from the quote to two blocks deep, and whatever may happen to it.
// Surveys: ^server/(money/custody/(?!.*(ethereum|sweep|rows))|products/wallet/(create|cancel)-send-out)|^server/migrations/(004[012]|01(00|01|13))-
import { test } from "node:test";
import * as wallet from "#contract/wallet.ts";
import { halt, type HaltName, lift } from "../../server/money/ledger/index.ts";
import { LIMITS } from "../../server/signer/limits.ts";
import { type Holder, scriptedWorld } from "../../server/testing/scripted-world.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum, signer } = world;
const tape = await openTape(world, { blank: ["raw_hex"], withoutTables: ["idempotency_keys", "sessions", "users"] });
const { act } = tape;

const scan = () => world.runJob("scan-bitcoin");
const pay = () => world.runJob("pay-bitcoin");
const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const TAPROOT = "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6";
const mine = async (blocks = 1, choice?: Parameters<typeof bitcoin.mine>[1]) => {
  bitcoin.mine(blocks, choice);
  await scan();
};
const view = ({ client }: Holder, id: string) => client.call(wallet.getSendOut, { params: { id } });
const cancel = ({ client }: Holder, id: string) => client.call(wallet.cancelSendOut, { params: { id } });
const history = ({ client }: Holder) => client.call(wallet.listWalletTransactions, { query: { type: "send_out" } });
const send = async (person: Holder, amount: string, address = FAR) =>
  world.send(await world.again(person), "BTC", { address, amount });
const sent = async (name: string, person: Holder, amount: string, address = FAR) =>
  (await act(name, () => send(person, amount, address))).data.id;
const stop = (name: HaltName) => world.db.tx((tx) => halt(tx, { name, reason: "the test says so" }));
const go = (name: HaltName) => world.db.tx((tx) => lift(tx, name));
const after = async (seconds: number) => world.moveClock(seconds * 1000 - 7_000);

async function people(): Promise<Record<"ada" | "bob" | "eve", Holder>> {
  const [ada, bob, eve] = [await world.person("ada"), await world.person("bob"), await world.person("eve")];
  const [adas, bobs, eves] = [
    await world.addressOf(ada, "BTC"),
    await world.addressOf(bob, "BTC"),
    await world.addressOf(eve, "BTC"),
  ];
  bitcoin.pay([
    { address: adas, units: 30_000_000n },
    { address: bobs, units: 12_000_000n },
    { address: adas, units: 7_000_000n },
    { address: eves, units: 3_000_000n },
    { address: bobs, units: 500_000n },
    { address: eves, units: 60_000n },
    { address: FAR, units: 60_000n },
  ]);
  ethereum.giveWei(await world.addressOf(bob, "ETH"), 10n ** 18n);
  ethereum.mine(9);
  bitcoin.mine(2);
  await world.scan();
  return { ada, bob, eve };
}

const txidOf = async (hash: string): Promise<string> =>
  (await world.owner.query("select txid from chain_payments where subject = $1", [hash])).rows[0].txid;
const inputsOf = async (hash: string) =>
  (await world.owner.query("select plan->'inputs' as inputs from chain_payments where subject = $1", [hash])).rows[0]
    .inputs as { txid: string; outputIndex: number }[];

test("each step of a bitcoin send-out, and whatever happens to it, is written down as reviewed", async () => {
  await world.scan();
  const { ada, bob, eve } = await act("ada, bob and eve have bitcoin", people);
  await anOrdinaryOne(ada, bob);
  await waitingOnes(ada, bob, eve);
  await badLines(ada, bob);
  await otherBlocks(ada, bob);
  await thieves(ada, bob, eve);
  await act("the journals", async () => ({ status: 200, body: await world.journals() }));
  await act("what does not hold", async () => ({ status: 200, body: await world.violations() }));
  holds("bitcoin-send-outs-story", tape.lines);
});

async function anOrdinaryOne(ada: Holder, bob: Holder): Promise<void> {
  const first = await sent("ada sends from one coin", ada, "0.05");
  const second = await sent("bob sends to a longer script", bob, "0.06", TAPROOT);
  await act("bob looks at what is ada's", () => view(bob, first));
  await act("both leave", pay);
  await act("nothing is due again", pay);
  await act("ada looks", () => view(ada, first));
  await act("ada takes it back too late", () => cancel(ada, first));
  await act("the first is in a block", () => mine(1, { only: [bitcoin.waiting()[0] ?? ""] }));
  await act("ada looks", () => view(ada, first));
  await act("ada looks at her history", () => history(ada));
  await act("the second too", () => mine());
  await act("one block more", () => mine());
  await act("bob looks", () => view(bob, second));
  await act("three deep", () => mine());
  await act("bob looks at his history", () => history(bob));
}

async function waitingOnes(ada: Holder, bob: Holder, eve: Holder): Promise<void> {
  const kept = await sent("ada sends", ada, "0.01");
  const other = await sent("bob sends", bob, "0.002");
  for (const name of ["money_out", "bitcoin_out", "ledger"] as const) {
    await stop(name);
    await act(`${name} is halted`, pay);
    await go(name);
  }
  await act("bob takes back what is ada's", () => cancel(bob, kept));
  await act("bob takes his back", () => cancel(bob, other));
  await act("bob takes it back again", () => cancel(bob, other));
  signer.isSilent = true;
  await stop("ethereum_out");
  await act("ether is halted, and the signer is away", pay);
  await act("ada takes back what is planned", () => cancel(ada, kept));
  await act("ada looks", () => view(ada, kept));
  const later = await sent("ada sends again", ada, "0.01");
  await act("the signer is away", pay);
  signer.isSilent = false;
  signer.limits = { ...LIMITS, BTC: { ...LIMITS.BTC, eachUnits: 999_999n } };
  await act("the signer does not like it", pay);
  await act("ada looks", () => view(ada, later));
  signer.limits = { ...LIMITS, BTC: { ...LIMITS.BTC, eachUnits: 1_000_000n, dailyUnits: 5_000_000n } };
  const above = await sent("ada sends again", ada, "0.01");
  await act("the signer has signed enough today", pay);
  await act("ada looks", () => view(ada, above));
  signer.limits = LIMITS;
  await restricted(bob);
  await dear(ada, eve);
}

/** Under a restriction money leaves a day later. */
async function restricted(bob: Holder): Promise<void> {
  await world.owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'restricted', 'tried', 'T-1', market_now() + interval '9 days', market_now())`,
    [bob.userId],
  );
  await sent("bob, who is restricted, sends", bob, "0.0009");
  await world.owner.query("delete from user_restrictions");
  await world.moveClock(86_400_000 - 10_000);
  await act("a day later but for some seconds", pay);
  await act("a day later", pay);
  await act("it is deep", () => mine(2));
}

async function dear(ada: Holder, eve: Holder): Promise<void> {
  await sent("eve sends almost all she has", eve, "0.0304");
  await sent("ada sends more than any coin", ada, "0.31");
  bitcoin.said.feeRate = 90_000n;
  bitcoin.said.lowestFeeRate = 80_000n;
  await scan();
  await act("the network is too dear for both", pay);
  bitcoin.said.lowestFeeRate = 10_000n;
  await scan();
  await act("its lowest price is not", pay);
  bitcoin.said.feeRate = 20_000n;
  bitcoin.said.lowestFeeRate = 1_000n;
  await act("both are deep", () => mine(2));
}

async function badLines(ada: Holder, bob: Holder): Promise<void> {
  const hash = await sent("ada sends", ada, "0.001");
  bitcoin.mood.refuses = "min relay fee not met";
  await act("the node refuses it", pay);
  await after(4);
  await act("too early to show it again", pay);
  await after(1);
  await act("five seconds later", pay);
  await after(9);
  await act("too early", pay);
  await after(1);
  await act("ten seconds later", pay);
  await act("ada looks", () => view(ada, hash));
  bitcoin.mood.refuses = "";
  await world.owner.query("update chain_payments set tries = 12 where status = 'broadcast'");
  await after(59);
  await act("too early", pay);
  await after(1);
  await act("a minute later the node takes it", pay);
  await act("ada looks", () => view(ada, hash));
  const other = await sent("bob sends", bob, "0.0005");
  await world.moveClock(120_000);
  bitcoin.mood.isSilent = true;
  await act("the node says nothing", pay);
  bitcoin.mood.isSilent = false;
  await act("the node does", pay);
  await act("bob looks", () => view(bob, other));
  await world.moveClock(120_000);
  await act("it knows both", pay);
  await act("both are deep", () => mine(2));
}

async function otherBlocks(ada: Holder, bob: Holder): Promise<void> {
  const first = await sent("ada sends", ada, "0.002");
  await act("it leaves", pay);
  await act("it is in a block", () => mine());
  const second = await sent("bob sends", bob, "0.001");
  await act("it leaves", pay);
  await act("the first is deep, the second is in a block", () => mine());
  bitcoin.cut(bitcoin.height() - 1);
  await act("both blocks are gone", () => mine(3, { only: [] }));
  await act("ada looks", () => view(ada, first));
  await act("bob looks", () => view(bob, second));
  await act("the bytes are shown again", pay);
  await act("both are in a block", () => mine());
  await act("and deep", () => mine());
  await act("ada looks", () => view(ada, first));
}

async function thieves(ada: Holder, bob: Holder, eve: Holder): Promise<void> {
  const gone = await sent("ada sends", ada, "0.003");
  const safe = await sent("bob sends", bob, "0.0011");
  await act("both leave", pay);
  bitcoin.drop([await txidOf(gone)]);
  const thief = bitcoin.pay([{ address: FAR, units: 1n }], await inputsOf(gone));
  await act("somebody who has our keys spends ada's coin", () => mine(1, { only: [thief] }));
  await world.moveClock(60_000);
  await act("it is shown again", pay);
  bitcoin.cut(bitcoin.height());
  await act("the block of the thief is gone", () => mine(2, { only: [] }));
  await act("it is there again", () => mine(1, { only: [thief] }));
  await act("two deep", () => mine(1, { only: [] }));
  await act("five deep", () => mine(3, { only: [] }));
  await act("ada looks", () => view(ada, gone));
  await act("six deep", () => mine(1, { only: [] }));
  await act("ada looks", () => view(ada, gone));
  await act("bob's is in a block", () => mine(2));
  await act("bob looks", () => view(bob, safe));
  bitcoin.cut(bitcoin.height() - 8);
  await act("the word on which it was given back is gone", () => mine(10, { only: [] }));
  await act("eve looks", () => history(eve));
}
