/** The app with real chains of its own, in which blocks come when the test asks for them. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CryptoCode } from "#contract/money/money.ts";
import { createSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import type { Config } from "../../platform/settings/config.ts";
import { bitcoindForTests } from "../../devnet/bitcoind/for-tests.ts";
import { startChains } from "../../devnet/chains.ts";
import type { BitcoinRail, Chains, EthereumRail, Unavailable } from "../../platform/outside/chains/chains.ts";
import { balancesOf, checkInvariants, LEDGER_CHECKS } from "../../money/ledger/index.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { chainAssets, WALLET_CHECKS } from "../../money/custody/index.ts";
import { PROOF_CHECKS } from "../../products/wallet/index.ts";
import { type TestApp, type TestClient, testApp } from "../app.ts";
import { presetSettings } from "../../reference/settings/index.ts";
import { aUser, signIn } from "../people/people.ts";

export type WorldOptions = {
  readonly config?: Partial<Config>;
  /** Proxies between the app and its chains that lie. */
  readonly around?: (chains: Chains) => Chains;
};

export async function walletWorld({ config, around = (chains) => chains }: WorldOptions = {}) {
  const hasBitcoin = (await bitcoindForTests()) !== undefined;
  let real: Chains | undefined;
  const app = await testApp({
    config: { demo: true, bitcoindPath: process.env.BITCOIND, ...config },
    chains: async (ports) => {
      noWaiting(ports.config);
      real = await startChains({ ...ports, say: () => undefined, blockMs: 0 });
      return around(real);
    },
  });
  await app.db.tx(playRecordedRates);
  await app.db.tx((tx) => presetSettings(tx, { "wallet.new_address_usd": NO_WAIT_USD }));
  const ethereum = open<EthereumRail>(real?.ethereum);
  const world = {
    ...app,
    hasBitcoin,
    async moveClock(ms: number) {
      await app.moveClock(ms);
      await app.db.tx(playRecordedRates);
    },
    /** Throws where there is none: tests skip before they ask. */
    get bitcoin() {
      return open<BitcoinRail>(real?.bitcoin);
    },
    ethereum,
    async mineBitcoin(blocks: number) {
      await open<BitcoinRail>(real?.bitcoin).faucet?.mine(blocks);
    },
    /** A longer branch without transactions takes the place of the newest blocks. */
    async replaceBitcoinBlocks(count: number) {
      const { node } = open<BitcoinRail>(real?.bitcoin);
      await node.call("invalidateblock", [await node.blockHash((await node.height()) - count + 1)]);
      const away = await node.call<string>("getnewaddress");
      for (let block = 0; block <= count; block++) await node.call("generateblock", [away, []]);
    },
    async mineEthereum(blocks: number) {
      await ethereum.node.call("anvil_mine", [`0x${blocks.toString(16)}`]);
    },
    async scan() {
      await app.runJob("scan-bitcoin");
      await app.runJob("scan-ethereum");
    },
    async pay() {
      await app.runJob("pay-bitcoin");
      await app.runJob("pay-ethereum");
    },
    /** A user who is signed in. */
    person: () => person(app),
    available: (userId: bigint, code: CryptoCode) =>
      app.db.read(async (tx) => (await balancesOf(tx, userId))[code].availableUnits),
    held: (userId: bigint, code: CryptoCode) =>
      app.db.read(async (tx) => (await balancesOf(tx, userId))[code].heldUnits),
    /** The ledger's invariants hold, every deposit is credited once, and the chains hold what is owed. */
    async assertBooks() {
      const found = await app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...WALLET_CHECKS, ...PROOF_CHECKS]));
      assert.deepEqual(found, []);
    },
    solvency: () => app.db.read(chainAssets),
  };
  await world.scan();
  return world;
}

/** New addresses do not wait here. */
const NO_WAIT_USD = 1_000_000_000;

function noWaiting({ dataDir }: Config): void {
  mkdirSync(join(dataDir, "signer"), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "signer/limits.json"), JSON.stringify({ newAddress: { aboveUsd: NO_WAIT_USD } }));
}

function open<R extends BitcoinRail | EthereumRail>(rail: R | Unavailable | undefined): R {
  if (!rail) throw new Error("there are no chains");
  if ("fault" in rail) throw new Error(rail.fault);
  return rail as R;
}

export type Person = { readonly userId: bigint; readonly client: TestClient };

async function person(app: TestApp): Promise<Person> {
  const userId = await app.db.tx((tx) => aUser(tx));
  return { userId, client: app.client(await app.db.tx((tx) => signIn(tx, userId))) };
}

/** Quotes and sends; the send-out as the wire shows it. */
export async function sendOut({ client }: Person, input: { code: CryptoCode; address: string; amount: string }) {
  const { code, ...body } = input;
  const quote = await client.call(quoteSendOut, { params: { code }, body });
  assert.equal(quote.code, "");
  const made = await client.call(createSendOut, { params: { code }, body: { quote_id: quote.data.id } });
  assert.equal(made.code, "");
  return { quote: quote.data, sendOut: made.data };
}
