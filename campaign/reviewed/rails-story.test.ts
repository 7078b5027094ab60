// Guards: when a chain is open, where its reading begins, why it is closed, and that other keys or networks close it.
// Surveys: ^server/money/custody/(rails|open-rails|scan-\w+)\.ts$|^server/products/wallet/view-currencies|^server/signer/ledger-record
import { test } from "node:test";
import { listWalletCurrencies } from "#contract/wallet.ts";
import { openRails } from "../../server/money/custody/index.ts";
import { accountOf, halt, lift, post } from "../../server/money/ledger/index.ts";
import { SCRIPTED_TOKEN } from "../../server/testing/scripted-ethereum.ts";
import { scriptedWorld } from "../../server/testing/scripted-world.ts";
import { openLedgerRecords } from "../../server/signer/ledger-record.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum, instead } = world;
const tape = await openTape(world, { withoutTables: ["sessions", "users", "idempotency_keys"] });
const { act } = tape;

const rails = () => world.client().call(listWalletCurrencies);
const scan = (name: string) => act(name, () => world.scan().catch(() => undefined));
const forget = () =>
  world.owner.query(
    "truncate wallet_rails, wallet_blocks, wallet_addresses, wallet_paths, chain_assets, halts cascade",
  );
const network = (change: string) => world.owner.query(`update wallet_rails set ${change}`);

test("chains are opened and closed as reviewed", async () => {
  bitcoin.mine(3);
  ethereum.mine(3);
  instead.bitcoin = { fault: "Chains are switched off here.", isOff: true };
  instead.ethereum = { fault: "no anvil for this machine" };
  await scan("one chain is switched off, one is not to be had");
  await scan("nothing has changed");
  await act("the coins", rails);
  delete instead.bitcoin;
  delete instead.ethereum;
  await act("both are known, so the start does not look at them", () =>
    openRails({ ...world.ports, db: world.dbs.chain }),
  );
  await scan("both are there");
  await act("the coins", rails);
  await network("network = 'main' where chain = 'bitcoin'");
  await network("account_key = 'xpub' where chain = 'ethereum'");
  instead.bitcoin = { node: bitcoin.node, chain: "regtest" };
  instead.ethereum = { node: ethereum.node, chainId: 31_337, token: SCRIPTED_TOKEN };
  await scan("another network, and other keys");
  await act("the coins", rails);
  await forget();
  await act("none is known, so the start looks at both", () => openRails({ ...world.ports, db: world.dbs.chain }));
  await otherNetworks();
  await ledgerRecords();
  holds("rails-story", tape.lines);
});

async function otherNetworks(): Promise<void> {
  for (const chain of ["main", "test", "signet"] as const) {
    await forget();
    instead.bitcoin = { node: bitcoin.node, chain };
    delete instead.ethereum;
    await act(`bitcoin is ${chain}`, () => world.runJob("scan-bitcoin"));
  }
  for (const chainId of [1, 11_155_111, 17_000, 560_048, 10]) {
    await forget();
    instead.ethereum = { node: ethereum.node, chainId, token: SCRIPTED_TOKEN };
    await act(`ethereum is ${chainId}`, () => world.runJob("scan-ethereum"));
  }
  instead.ethereum = { node: ethereum.node, chainId: 1, token: "0x000000000000000000000000000000000000bEEF" };
  await act("the token is not there", () => world.runJob("scan-ethereum").catch(() => undefined));
}

/** What the signer reads of a send-out by itself. */
async function ledgerRecords(): Promise<void> {
  await forget();
  delete instead.bitcoin;
  delete instead.ethereum;
  await world.scan();
  const ada = await world.person("ada");
  bitcoin.pay([{ address: await world.addressOf(ada, "BTC"), units: 500_000n }]);
  bitcoin.mine(2);
  await world.scan();
  const far = { address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", amount: "0.001" };
  const { data } = await world.send(ada, "BTC", far);
  const other = await world.send(ada, "BTC", far);
  const records = openLedgerRecords(world.signerUrl);
  const read = (name: string, hash: string) =>
    act(name, async () => ({
      status: 200,
      body: JSON.parse(
        JSON.stringify((await records.findSendOut(hash)) ?? null, (_, one) =>
          typeof one === "bigint" ? `${one}` : one,
        ),
      ),
    }));
  await read("the record of a send-out", data.id);
  await read("of none", "nothing");
  for (const name of ["money_out", "bitcoin_out", "ledger", "ethereum_out", "releases", "new_trades"] as const) {
    await world.db.tx((tx) => halt(tx, { name, reason: "the test says so" }));
    await read(`while ${name} is halted`, other.data.id);
    await world.db.tx((tx) => lift(tx, name));
  }
  const [from, to] = [accountOf.available(ada.userId, "BTC"), accountOf.held(ada.userId, "BTC")];
  await world.db.tx((tx) => post(tx, [{ kind: "test_gift", subject: data.id, postings: [{ from, to, units: 5n }] }]));
  await read("when something else of its name is held", data.id);
  await records.close();
}
