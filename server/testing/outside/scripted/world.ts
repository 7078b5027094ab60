/** The app on chains that the test writes itself, with a signer in the same process whose keys are always the same. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mnemonicToSeedSync } from "@scure/bip39";
import type { CryptoCode } from "#contract/money/money.ts";
import { createDepositAddress, createSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import { accountOf, checkInvariants, LEDGER_CHECKS, post } from "../../../money/ledger/index.ts";
import { WALLET_CHECKS } from "../../../money/custody/index.ts";
import type { LightningNode } from "../../../platform/outside/chains/lightning-node.ts";
import type { BitcoinRail, Chains, EthereumRail, Unavailable } from "../../../platform/outside/chains/chains.ts";
import { type ColdAccount, type Signer, SignerSilent } from "../../../platform/outside/signer/signer.ts";
import { PROOF_CHECKS } from "../../../products/wallet/index.ts";
import { openDb } from "../../../platform/postgres/db.ts";
import { openAddresses } from "../../../signer/addresses/addresses.ts";
import { type BitcoinCoins, openBitcoinCoins, type OwnBitcoinNode } from "../../../signer/signing/bitcoin-coins.ts";
import type { CoinSource } from "../../../signer/factors/counting.ts";
import { type Coverage, openCoverage } from "../../../signer/records/coverage.ts";
import { openEthereumCoins } from "../../../signer/signing/ethereum-coins.ts";
import { openLedgerRecords } from "../../../signer/records/ledger-record.ts";
import { presetSettings } from "../../../reference/settings/index.ts";
import { LIMITS, OWN_LIMITS, type OwnLimits } from "../../../signer/proofs/limits.ts";
import { NEW_ADDRESS, type NewAddressRule } from "../../../signer/addresses/new-address.ts";
import { openSignedJournal } from "../../../signer/signing/signed/journal.ts";
import { signPayment } from "../../../signer/signing/payment.ts";
import { vaultOf } from "../../../signer/vault.ts";
import { type TestApp, type TestClient, testApp } from "../../app.ts";
import { testLog } from "../../database.ts";
import { aUser, signIn } from "../../people/people.ts";
import { scriptedBitcoin } from "./bitcoin.ts";
import { SCRIPTED_TOKEN, scriptedEthereum } from "./ethereum.ts";
import { afterTests } from "../../after-tests.ts";

const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

/** The keys to what lies on these chains, for another process that makes addresses. */
export const scriptedKeys = () => ({
  vault: vaultOf(mnemonicToSeedSync(MNEMONIC), "regtest"),
  bitcoinChain: "regtest" as const,
  ethereumChainId: 31_337,
  token: SCRIPTED_TOKEN,
});

export type Holder = { readonly userId: bigint; readonly client: TestClient };

/** New addresses do not wait, unless a test is about that. */
const NO_WAIT: NewAddressRule = { ...NEW_ADDRESS, aboveUsd: 1_000_000_000 };

/** The coins that `grant` makes lie on no chain. */
const COVERED: Coverage = { assertCovered: async () => undefined };

const USUAL: SignerOfTest = {
  isSilent: false,
  limits: LIMITS,
  own: OWN_LIMITS,
  newAddress: NO_WAIT,
  coverage: COVERED,
  cold: {},
  nowMs: 1_800_000_000_000,
};

/** Dollars for one coin until the test writes others; they do not grow old. */
const RATES = { BTC: "60000", ETH: "2500", USDT: "1" };

/** The signer's journal on the disk; `reopen` is what a new process of the signer does. */
export type JournalFile = { readonly path: string; reopen(): void };

export type ScriptedOptions = {
  /** A proxy between the app and its chains. */
  readonly around?: (chains: Chains, journal: JournalFile) => Chains;
  /** Without it everything stays hot. */
  readonly cold?: ColdAccount;
  readonly lightning?: LightningNode;
};

export async function scriptedWorld({ around = (chains) => chains, cold = {}, lightning }: ScriptedOptions = {}) {
  const bitcoin = scriptedBitcoin();
  const ethereum = scriptedEthereum();
  const signer: SignerOfTest = { ...USUAL, cold };
  const instead: Instead = {};
  const app = await testApp({
    config: { demo: true },
    ...(lightning ? { lightning } : {}),
    chains: async ({ signerUrl }) => chainsOf({ bitcoin, ethereum, signer, instead, signerUrl, around }),
  });
  await usualFacts(app);
  const world = {
    ...app,
    bitcoin,
    ethereum,
    signer,
    /** What takes the place of a chain's node. */
    instead,
    moveClock: (ms: number) => moveBoth(app, signer, ms),
    async scan() {
      await app.runJob("scan-bitcoin");
      await app.runJob("scan-ethereum");
    },
    async pay() {
      await app.runJob("pay-bitcoin");
      await app.runJob("pay-ethereum");
    },
    async person(username: string): Promise<Holder> {
      const userId = await app.db.tx((tx) => aUser(tx, { username, email: `${username}@example.org` }));
      return { userId, client: app.client(await app.db.tx((tx) => signIn(tx, userId))) };
    },
    /** The same person in a new session, who has just shown the password. */
    again: async ({ userId }: Holder): Promise<Holder> => ({
      userId,
      client: app.client(await app.db.tx((tx) => signIn(tx, userId))),
    }),
    async addressOf({ client }: Holder, code: CryptoCode): Promise<string> {
      return (await client.call(createDepositAddress, { params: { code } })).data.address;
    },
    /** Quotes and sends in one go; the answer to the sending. */
    async send({ client }: Holder, code: CryptoCode, body: { address: string; amount: string }) {
      const quote = await client.call(quoteSendOut, { params: { code }, body });
      assert.equal(quote.code, "");
      const made = await client.call(createSendOut, { params: { code }, body: { quote_id: quote.data.id } });
      assert.equal(made.code, "");
      return made;
    },
    /** Out of nothing, for the operator or a person: what the chain holds does not follow. */
    grant: (account: string, code: CryptoCode, units: bigint) =>
      app.db.tx((tx) =>
        post(tx, [
          {
            kind: "test_grant",
            subject: `${account} ${units}`,
            postings: [{ from: accountOf.chain(code), to: account, units }],
          },
        ]),
      ),
    violations: () => app.db.tx((tx) => checkInvariants(tx, [...LEDGER_CHECKS, ...WALLET_CHECKS, ...PROOF_CHECKS])),
    /** Every journal, which no table of the tape shows. */
    journals: async () =>
      (await app.owner.query<{ what: string }>("select kind || ' ' || subject as what from journals order by id")).rows,
  };
  return world;
}

/** Rates, and no wait at new addresses. */
async function usualFacts(app: Pick<TestApp, "db" | "owner">): Promise<void> {
  await app.db.tx((tx) => presetSettings(tx, { "wallet.new_address_usd": NO_WAIT.aboveUsd }));
  await app.owner.query(
    `insert into rates (crypto, fiat, rate, as_of, fiat_as_of, stale_at, source, is_divergent)
     select crypto, 'USD', rate::numeric, '2026-10-01', '2026-10-01', '2036-10-01', 'live', false
     from json_each_text($1) as given (crypto, rate)`,
    [JSON.stringify(RATES)],
  );
}

/** The market's clock, and the signer's own. */
async function moveBoth(
  app: { moveClock(ms: number): Promise<void> },
  signer: SignerOfTest,
  ms: number,
): Promise<void> {
  await app.moveClock(ms);
  signer.nowMs += ms;
}

type SignerOfTest = {
  isSilent: boolean;
  limits: typeof LIMITS;
  own: OwnLimits;
  newAddress: NewAddressRule;
  coverage: Coverage;
  /** What its settings name: read as a chain is opened, and as something is signed. */
  cold: ColdAccount;
  nowMs: number;
  /** What counts coins at these chains: a test takes it as the signer's `coverage`, or asks it what it finds. */
  counting?: {
    readonly coverage: Coverage;
    readonly bitcoin: BitcoinCoins;
    readonly ethereum: CoinSource;
    /** The same at another node. */
    bitcoinAt(node: OwnBitcoinNode): BitcoinCoins;
  };
};
type Instead = { bitcoin?: BitcoinRail | Unavailable; ethereum?: EthereumRail | Unavailable };
type Parts = {
  readonly bitcoin: ReturnType<typeof scriptedBitcoin>;
  readonly ethereum: ReturnType<typeof scriptedEthereum>;
  readonly signer: SignerOfTest;
  readonly instead: Instead;
  readonly signerUrl: string;
  readonly around: NonNullable<ScriptedOptions["around"]>;
};

function chainsOf({ bitcoin, ethereum, signer, instead, signerUrl, around }: Parts): Chains {
  const rails = {
    bitcoin: { node: bitcoin.node, chain: "regtest" as const },
    ethereum: { node: ethereum.node, chainId: 31_337, token: SCRIPTED_TOKEN },
  };
  const folder = mkdtempSync(join(tmpdir(), "parley-scripted-"));
  const records = openLedgerRecords(signerUrl);
  const db = openDb({ url: signerUrl, log: testLog, poolSize: 1 });
  afterTests(async () => {
    await Promise.all([records.close(), db.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  const { vault, ...about } = scriptedKeys();
  let journal = openSignedJournal(folder);
  const nodes = { bitcoin: bitcoin.node, ethereum: ethereum.node };
  const { cold } = signer;
  const counted = { db, keys: { vault, ...about }, cold, journal: { all: () => journal.all() }, token: SCRIPTED_TOKEN };
  signer.counting = {
    coverage: openCoverage({ ...counted, nodes }),
    bitcoin: openBitcoinCoins({ ...counted, node: nodes.bitcoin }),
    bitcoinAt: (node) => openBitcoinCoins({ ...counted, node }),
    ethereum: openEthereumCoins({ ...counted, node: nodes.ethereum }),
  };
  const hand: Signer = {
    ...openAddresses(db, { vault, ...about }),
    accountKeys: async () => vault.accountKeys(),
    coldAccount: async () => signer.cold,
    async sign(request) {
      if (signer.isSilent) throw new SignerSilent("the signer is away");
      return signPayment(
        {
          vault,
          journal,
          records,
          ...about,
          cold: signer.cold,
          limits: signer.limits,
          own: signer.own,
          newAddress: signer.newAddress,
          coverage: signer.coverage,
          nowMs: () => signer.nowMs,
        },
        request,
      );
    },
    stop: async () => undefined,
  };
  const chains: Chains = {
    // What comes back is connected anew.
    get bitcoin() {
      if (instead.bitcoin) rails.bitcoin = { ...rails.bitcoin };
      return instead.bitcoin ?? rails.bitcoin;
    },
    get ethereum() {
      if (instead.ethereum) rails.ethereum = { ...rails.ethereum };
      return instead.ethereum ?? rails.ethereum;
    },
    signer: hand,
    stop: async () => undefined,
  };
  const reopen = () => {
    journal = openSignedJournal(folder);
  };
  return around(chains, { path: join(folder, "signed.jsonl"), reopen });
}
