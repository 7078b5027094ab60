// Guards: what each ether and token that comes, is swept, sent, refused or lost does to the ledger, to gas and to numbers.
// Surveys: ^server/money/custody/(?!.*(bitcoin|rows))|^server/migrations/(00(01|4[0-3])|01(00|01))-
import { test } from "node:test";
import { getAddress } from "viem";
import * as wallet from "#contract/wallet.ts";
import { houseAddress } from "../../server/money/custody/index.ts";
import { accountOf, balanceOf, halt, type HaltName, lift, post } from "../../server/money/ledger/index.ts";
import { LIMITS } from "../../server/signer/limits.ts";
import { type Holder, scriptedWorld } from "../../server/testing/scripted-world.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum, signer } = world;
const tape = await openTape(world, { blank: ["raw_hex"], withoutTables: ["idempotency_keys", "sessions", "users"] });
const { act } = tape;

const scan = () => world.runJob("scan-ethereum");
const pay = () => world.runJob("pay-ethereum");
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const FAR = "0x000000000000000000000000000000000000bEEF";
const CONTRACT = getAddress("0x000000000000000000000000000000000000c1c1");
const [FROZEN, THAWED] = [
  getAddress("0x000000000000000000000000000000000000f1f1"),
  getAddress("0x000000000000000000000000000000000000f2f2"),
];
ethereum.contracts.add(CONTRACT);

const mine = async (blocks = 1) => {
  ethereum.mine(blocks);
  await scan();
};
/** Blocks that leave out what waits. */
const mineEmpty = async (blocks: number) => {
  ethereum.mine(blocks, { isEmpty: true });
  await scan();
};
const addressOf = ({ client }: Holder, code: "ETH" | "USDT") =>
  client.call(wallet.createDepositAddress, { params: { code } });
const balances = ({ client }: Holder) => client.call(wallet.getWalletBalances, { query: { currency: "USD" } });
const view = ({ client }: Holder, id: string) => client.call(wallet.getSendOut, { params: { id } });
const sent = async (name: string, person: Holder, code: "ETH" | "USDT", amount: string, address = FAR) =>
  (await act(name, async () => world.send(await world.again(person), code, { address, amount }))).data.id;
const stop = (name: HaltName) => world.db.tx((tx) => halt(tx, { name, reason: "the test says so" }));
const go = (name: HaltName) => world.db.tx((tx) => lift(tx, name));
const gift = (from: string, to: string, units: bigint) =>
  world.db.tx((tx) => post(tx, [{ kind: "test_gift", subject: `${from} ${to}`, postings: [{ from, to, units }] }]));

type People = Readonly<Record<"ada" | "bob", Holder>> & Readonly<Record<"hot" | "adas" | "adasToken" | "bobs", string>>;

async function people(): Promise<People> {
  await act("the chains are looked at for the first time", world.scan);
  const [ada, bob] = [await world.person("ada"), await world.person("bob")];
  const adas = (await act("ada asks where ether may come", () => addressOf(ada, "ETH"))).data.address;
  const adasToken = (await act("ada asks where tokens may come", () => addressOf(ada, "USDT"))).data.address;
  const bobs = (await act("bob asks where ether may come", () => addressOf(bob, "ETH"))).data.address;
  const hot = (await act("the operator asks", () => world.db.tx((tx) => houseAddress(tx, "USDT")))).address;
  bitcoin.pay([{ address: await world.addressOf(bob, "BTC"), units: 5_000_000n }]);
  bitcoin.mine(60);
  await act("bob has bitcoin, in a high block", () => world.runJob("scan-bitcoin"));
  return { ada, bob, hot, adas, adasToken, bobs };
}

test("each ether and token that comes, moves and leaves is written down as reviewed", async () => {
  const all = await people();
  await deposits(all);
  await otherBlocks(all);
  await sweeps(all);
  const free = { ...all, bob: await world.person("eve") };
  await sendOuts(free);
  await refusedOnes(free);
  await revertedAndReplaced(free);
  await act("the journals", async () => ({ status: 200, body: await world.journals() }));
  await act("what does not hold", async () => ({ status: 200, body: await world.violations() }));
  holds("ethereum-story", tape.lines);
});

async function deposits({ ada, adas, adasToken, bobs, hot }: People): Promise<void> {
  ethereum.giveWei(adas, ETHER + 999_999_999n);
  ethereum.giveWei(bobs, 3n * GWEI - 1n);
  ethereum.giveWei(bobs, 0n);
  ethereum.giveWei(FAR, ETHER);
  ethereum.giveWei(hot, 1_000_000n * GWEI);
  ethereum.giveTokens(
    { to: adasToken, units: 4_000_000n },
    { to: FAR, units: 1n },
    { to: adasToken, units: 0n },
    { to: adasToken, units: 2_500_000n },
  );
  ethereum.giveTokens({ to: bobs, units: 7_000_000n });
  ethereum.giveWei(undefined, 0n);
  await act("they wait, and nobody sees it", scan);
  await act("one block", () => mine());
  await act("ada looks", () => balances(ada));
  await act("two", () => mine());
  await act("three make them final", () => mine());
  await act("ada looks", () => balances(ada));
  ethereum.giveTokens({ to: adasToken, units: 900n, isOnlyLogged: true });
  await act("a log without its tokens", () => mine());
  ethereum.refusing.add(bobs);
  ethereum.giveWei(bobs, 5n * GWEI);
  await act("ether that does not arrive", () => mine());
  ethereum.refusing.clear();
  ethereum.giveWei(bobs, 1_000_000_001n);
  await act("the rest of bob's makes a unit of dust", () => mine(3));
  await act("ada looks", () => balances(ada));
  ethereum.giveTokens({ to: adasToken, units: 800n });
  ethereum.mood.firstState = ethereum.height() + 1;
  ethereum.mine();
  await act("the node has no state of the block before", scan);
  ethereum.mood.firstState = 0;
  await world.moveClock(8_000);
  await act("nothing happens for half a minute", scan);
  await act("then the chain is measured", scan);
  ethereum.cut(ethereum.height());
  await act("the block comes again, and the node can tell", () => mine(3));
}

async function otherBlocks({ ada, bob, adas, bobs }: People): Promise<void> {
  const first = ethereum.giveWei(adas, 5n * GWEI);
  const second = ethereum.giveWei(bobs, 7n * GWEI);
  ethereum.giveWei(adas, 2n * GWEI + 700_000_000n);
  await act("both have something new", () => mine(2));
  ethereum.cut(ethereum.height() - 1, { drop: [first] });
  await act("ada's is gone with its block, bob's waits", () => mineEmpty(3));
  await act("bob's comes back", () => mine());
  await act("and is final", () => mine(2));
  await act("bob gives it away", () =>
    gift(accountOf.available(bob.userId, "ETH"), accountOf.available(ada.userId, "ETH"), 9n),
  );
  ethereum.cut(ethereum.height() - 2, { drop: [second] });
  await act("a block that was final is gone", () => mine(4));
  ethereum.cut(ethereum.height() - 3);
  await act("it is gone once more, with what had come back", () => mineEmpty(5));
  await act("it comes back, and what is finer than a unit is not kept twice", () => mine(3));
  await act("bob looks", () => balances(bob));
  ethereum.giveWei(bobs, 4n * GWEI);
  ethereum.mood.shownHeight = ethereum.height() - 2;
  await act("the node shows less", scan);
  ethereum.mood.shownHeight = undefined;
  ethereum.mood.isSilent = true;
  await act("the node is silent", () => scan().catch(() => undefined));
  await act("ada asks for her address", () => addressOf(ada, "ETH"));
  await act("nothing is paid", pay);
  ethereum.mood.isSilent = false;
  await act("the node answers", () => mine(3));
  ethereum.said.baseWei = 11_000_000_000n;
  await act("the base rises", scan);
}

async function sweeps({ ada, adas, adasToken, bobs, hot }: People): Promise<void> {
  await act("the operator has no ether for gas", pay);
  await world.grant(accountOf.house("ETH", "network"), "ETH", 1_782_999n);
  await act("one unit too little", pay);
  await world.grant(accountOf.house("ETH", "inventory"), "ETH", 1n);
  await act("enough for one sweep", pay);
  await world.grant(accountOf.house("ETH", "inventory"), "ETH", 20_000_000n);
  await act("enough for all: ether is swept, tokens get gas first", pay);
  await act("nothing new", pay);
  await act("in a block", () => mine());
  await act("final", () => mine(2));
  await act("the tokens are swept", pay);
  await act("in a block", () => mine());
  await act("final", () => mine(2));
  await act("nothing is left to sweep", pay);
  ethereum.giveTokens({ to: adasToken, units: 4_999_999n });
  ethereum.giveWei(adas, 2n * 10n ** 15n - 1n - (await ethereum.node.balance(adas)));
  await act("too little comes to both", () => mine(3));
  await act("it stays", pay);
  ethereum.giveTokens({ to: adasToken, units: 1n });
  ethereum.giveWei(adas, 1n);
  await act("the smallest more comes", () => mine(3));
  await act("it goes, and gas for the tokens", pay);
  await act("all is final", () => mine(3));
  await act("the tokens go too", pay);
  await act("all is final", () => mine(3));
  void [ada, bobs, hot];
}

async function sendOuts({ ada, bob }: People): Promise<void> {
  await world.grant(accountOf.available(bob.userId, "USDT"), "USDT", 500_000_000n);
  const ether = await sent("ada sends ether", ada, "ETH", "0.1");
  const tokens = await sent("eve sends tokens", bob, "USDT", "2");
  for (const name of ["money_out", "ethereum_out", "ledger"] as const) {
    await stop(name);
    await act(`${name} is halted`, pay);
    await go(name);
  }
  await stop("bitcoin_out");
  signer.isSilent = true;
  await act("bitcoin is halted, and the signer is away", pay);
  signer.isSilent = false;
  ethereum.mood.isBroadcastSilent = true;
  await act("both are signed, and nobody hears", pay);
  ethereum.mood.isBroadcastSilent = false;
  await act("ada looks", () => view(ada, ether));
  await act("both are shown", pay);
  await act("a block", () => mine());
  await act("ada looks", () => view(ada, ether));
  ethereum.cut(ethereum.height());
  await act("another block without them", () => mineEmpty(2));
  await act("they come back, and are final", () => mine(2));
  await act("ada looks", () => view(ada, ether));
  await act("eve looks", () => view(bob, tokens));
}

async function refusedOnes({ ada, bob }: People): Promise<void> {
  const contract = await sent("ada sends to a contract", ada, "ETH", "0.01", CONTRACT);
  ethereum.refusing.add(FROZEN);
  const frozen = await sent("eve sends to a frozen address", bob, "USDT", "3", FROZEN);
  ethereum.said.gasOfToken = 100_001n;
  const dear = await sent("eve sends what takes too much gas", bob, "USDT", "1.5");
  const tooMuch = await sent("eve sends more than there is", bob, "USDT", "30");
  await act("three are refused, one waits", pay);
  for (const id of [frozen, dear, tooMuch]) await act("eve looks", () => view(bob, id));
  await act("ada looks", () => view(ada, contract));
  ethereum.said.gasOfToken = 100_000n;
  signer.limits = { ...LIMITS, USDT: { ...LIMITS.USDT, eachUnits: 1_000_000_000n, dailyUnits: 2_000_000n } };
  const capped = await sent("eve sends again", bob, "USDT", "1.5");
  await act("the signer has signed enough today", pay);
  await act("eve looks", () => view(bob, capped));
  signer.limits = LIMITS;
  const waits = await sent("ada sends while gas is dear", ada, "ETH", "0.02");
  ethereum.said.baseWei = 28_000_000_000n;
  await scan();
  await act("it is dearer still", pay);
  ethereum.said.baseWei = 27_000_000_000n;
  await scan();
  await act("half of the wanted price is enough", pay);
  ethereum.said.baseWei = 11_000_000_000n;
  await act("final", () => mine(3));
  await act("ada looks", () => view(ada, waits));
  void bob;
}

async function revertedAndReplaced({ ada, bob, hot, adas }: People): Promise<void> {
  const reverted = await sent("ada sends ether", ada, "ETH", "0.03");
  await act("it leaves", pay);
  ethereum.refusing.add(FAR);
  await act("its receiver throws it back", () => mine(3));
  await act("ada looks", () => view(ada, reverted));
  const token = await sent("eve sends tokens", bob, "USDT", "1.1", THAWED);
  await act("they leave", pay);
  ethereum.refusing.add(THAWED);
  await act("the operator has given its ether away", () => drain(ada));
  await act("the token refuses in the block", () => mine(3));
  await act("eve looks", () => view(bob, token));
  ethereum.refusing.clear();
  const replaced = await sent("ada sends ether", ada, "ETH", "0.04");
  await act("it leaves", pay);
  ethereum.dropAll();
  const thief = ethereum.giveWei(FAR, 1n, hot);
  await act("somebody who has our keys uses its number", () => mine());
  await act("final", () => mine(2));
  await act("ada looks", () => view(ada, replaced));
  await go("money_out");
  const thieves = [thief, ethereum.giveWei(FAR, 1n, adas)];
  await act("and spends from ada's address", () => mine());
  await go("money_out");
  ethereum.cut(ethereum.height() - 5, { drop: thieves });
  await act("the word on which ada's was given back is gone", () => mineEmpty(7));
  const { rows } = await world.owner.query("select raw_hex from chain_payments where subject = $1", [replaced]);
  await ethereum.node.broadcast(rows[0].raw_hex);
  await act("what was given up is in a block after all", () => mine());
  await go("money_out");
  await world.moveClock(60_000);
  await act("what had settled is shown again", pay);
  await act("a block", () => mine());
  await act("final", () => mine(2));
}

async function drain(to: Holder): Promise<void> {
  for (const purpose of ["network", "inventory"] as const) {
    const account = accountOf.house("ETH", purpose);
    const units = await world.db.read((tx) => balanceOf(tx, account));
    if (units > 500_000n) await gift(account, accountOf.available(to.userId, "ETH"), units - 500_000n);
  }
}
