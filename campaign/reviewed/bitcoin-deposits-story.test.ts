// Guards: what each bitcoin that comes, is mined, is deep enough, goes with its block or comes back does to the ledger.
// Surveys: ^server/money/(custody/(scan-bitcoin|bitcoin-blocks|settle-bitcoin|deposit|addresses)\.ts|ledger/)|^server/migrations/00(01|4[01])-
import { test } from "node:test";
import * as wallet from "#contract/wallet.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { houseAddress } from "../../server/money/custody/index.ts";
import { changeSetting } from "../../server/reference/settings/index.ts";
import { type Holder, scriptedWorld } from "../../server/testing/scripted-world.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const world = await scriptedWorld();
const { bitcoin } = world;
const tape = await openTape(world, { blank: ["raw_hex"] });
const { act } = tape;

const scan = () => world.runJob("scan-bitcoin");
const balances = ({ client }: Holder) => client.call(wallet.getWalletBalances, { query: {} });
const history = ({ client }: Holder) => client.call(wallet.listWalletTransactions, { query: {} });
const setTo = (name: "wallet.bitcoin_confirmations" | "wallet.small_deposit_usd", value: number) =>
  world.db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
/** Bitcoin moves on inside the market, so that its owner cannot give it back. */
const moveOn = (from: Holder, to: Holder, units: bigint) =>
  world.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_gift",
        subject: `${from.userId} ${to.userId} ${units}`,
        postings: [{ from: accountOf.available(from.userId, "BTC"), to: accountOf.available(to.userId, "BTC"), units }],
      },
    ]),
  );

test("each bitcoin that comes, stays, goes and comes back is written down as reviewed", async () => {
  bitcoin.mine(2);
  await act("the chain is looked at for the first time", scan);
  const ada = await act("ada comes", () => world.person("ada"));
  const bob = await act("bob comes", () => world.person("bob"));
  const [adas, bobs] = [
    (await act("ada asks for her address", () => addressOf(ada))).data.address,
    (await act("bob asks for his", () => addressOf(bob))).data.address,
  ];
  await act("ada asks again", () => addressOf(ada));
  const house = (await act("the operator asks", () => world.db.tx((tx) => houseAddress(tx, "BTC")))).address;
  await act("the operator asks again", () => world.db.tx((tx) => houseAddress(tx, "BTC")));
  await act("bob looks at his", () => bob.client.call(wallet.getDepositAddress, { params: { code: "BTC" } }));

  const far = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  const first = bitcoin.pay([
    { address: far, units: 7n },
    { address: adas, units: 50_000_000n },
    { address: undefined, units: 3n },
    { address: bobs, units: 166_667n },
    { address: adas, units: 0n },
    { address: adas, units: 166_650n },
  ]);
  bitcoin.pay([{ address: house, units: 90_000_000n }]);
  await act("three outputs and one of the operator's wait", scan);
  await act("they wait still", scan);
  await act("ada looks at her balances", () => balances(ada));
  await act("ada looks at her history", () => history(ada));
  bitcoin.mine(1, { only: [first], reward: { address: adas, units: 5_000_000_000n } });
  await act("the first are in a block, with a reward", scan);
  await act("ada looks at her history", () => history(ada));
  bitcoin.mine();
  await act("one block more, the operator's in it", scan);
  await act("the same block again", scan);
  await act("ada looks at her balances", () => balances(ada));
  await act("ada looks at her history", () => history(ada));
  bitcoin.mine(97);
  await act("the reward is 99 deep", scan);
  bitcoin.mine();
  await act("the reward is 100 deep", scan);
  await act("everything holds", async () => ({ status: 200, body: await world.violations() }));

  await act("three blocks are asked for, and nothing is small", async () => {
    await setTo("wallet.bitcoin_confirmations", 3);
    await setTo("wallet.small_deposit_usd", 0);
  });
  const second = bitcoin.pay([
    { address: adas, units: 1_000n },
    { address: bobs, units: 40_000_000n },
  ]);
  bitcoin.mine(2);
  await act("two blocks", scan);
  bitcoin.mine();
  await act("three blocks", scan);
  await setTo("wallet.bitcoin_confirmations", 2);
  await setTo("wallet.small_deposit_usd", 100);
  await act("the rate grows old", () =>
    world.owner.query("update rates set stale_at = '2026-01-01' where crypto = 'BTC'").then(() => undefined),
  );
  const third = bitcoin.pay([{ address: adas, units: 2_000n }]);
  bitcoin.mine();
  await act("without a rate nothing is small", scan);
  bitcoin.mine();
  await act("two blocks", scan);
  await act("the rate is young again", () =>
    world.owner.query("update rates set stale_at = '2036-01-01' where crypto = 'BTC'").then(() => undefined),
  );

  await act("bob gives most of his to ada", () => moveOn(bob, ada, 40_000_000n));
  const height = bitcoin.height();
  bitcoin.cut(height - 4);
  bitcoin.mine(1, { only: [] });
  await act("a shorter chain without the last deposits", scan);
  bitcoin.drop([third]);
  await act("one of them is forgotten", scan);
  bitcoin.mine(3, { only: [] });
  await act("the other chain is as long as the first", scan);
  await act("bob looks at his balances", () => balances(bob));
  await act("ada looks at her history", () => history(ada));
  bitcoin.mine(2);
  await act("the deposits come back", scan);
  await act("bob looks at his balances", () => balances(bob));
  await act("everything holds", async () => ({ status: 200, body: await world.violations() }));
  bitcoin.cut(bitcoin.height() - 1, { drop: [second] });
  bitcoin.mine(3);
  await act("bob's goes for good", scan);
  await act("everything holds", async () => ({ status: 200, body: await world.violations() }));

  const eve = await act("eve comes", () => world.person("eve"));
  const eves = (await act("eve asks for her address", () => addressOf(eve))).data.address;
  const late = bitcoin.pay([
    { address: eves, units: 30_000n },
    { address: house, units: 800_000n },
    { address: adas, units: 70_000_000n },
  ]);
  bitcoin.mine(2);
  await act("eve and the operator get something", scan);
  await act("both have given it away", async () => {
    await moveOn(eve, ada, 30_000n);
    await spendHouse(ada, 90_500_000n);
  });
  bitcoin.cut(bitcoin.height() - 1);
  bitcoin.mine(3, { only: [] });
  await act("their block is gone", scan);
  await act("eve looks at her balances", () => balances(eve));
  bitcoin.mine();
  await act("it is in a block again", scan);
  bitcoin.mine();
  await act("and deep", scan);
  bitcoin.cut(bitcoin.height() - 1, { drop: [late] });
  bitcoin.mine(3);
  await act("it goes once more", scan);
  await act("everything holds", async () => ({ status: 200, body: await world.violations() }));

  const shown = bitcoin.height();
  await act("the node shows less than it did", async () => {
    bitcoin.mood.shownHeight = shown - 1;
    await scan();
  });
  await act("the node shows another block there", async () => {
    bitcoin.cut(shown - 1);
    bitcoin.mine(3);
    await scan();
  });
  await act("the node shows all again", async () => {
    bitcoin.mood.shownHeight = undefined;
    await scan();
  });
  await act("the node is silent", async () => {
    bitcoin.mood.isSilent = true;
    await scan().catch(() => undefined);
  });
  await act("ada asks for her address", () => addressOf(ada));
  await act("it answers again, and says other fees", async () => {
    bitcoin.mood.isSilent = false;
    bitcoin.said.feeRate = undefined;
    await scan();
  });
  const fees = [
    [4_999n, 5_000n],
    [5_000n, 5_001n],
    [200_000n, 1_000n],
    [200_001n, 1_000n],
  ] as const;
  for (const [feeRate, lowestFeeRate] of fees) {
    bitcoin.said.feeRate = feeRate;
    bitcoin.said.lowestFeeRate = lowestFeeRate;
    await act(`fees of ${feeRate} and at least ${lowestFeeRate}`, scan);
  }
  await act("the journals", async () => ({ status: 200, body: await world.journals() }));
  holds("bitcoin-deposits-story", tape.lines);
});

const addressOf = ({ client }: Holder) => client.call(wallet.createDepositAddress, { params: { code: "BTC" } });

const spendHouse = (to: Holder, units: bigint) =>
  world.db.tx((tx) =>
    post(tx, [
      {
        kind: "test_gift",
        subject: `house ${units}`,
        postings: [{ from: accountOf.house("BTC", "inventory"), to: accountOf.available(to.userId, "BTC"), units }],
      },
    ]),
  );
