/** The money verbs of the wallet: what people ask for, and what the jobs of both chains do. */
import { getAddress } from "viem";
import * as bonds from "#contract/market/offers/bonds.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import * as wallet from "#contract/products/wallet/wallet.ts";
import { stopSendOut } from "#contract/staff/held-send-outs.ts";
import { ids } from "../../server/platform/ids.ts";
import { lift } from "../../server/money/ledger/index.ts";
import { aNamedUser } from "../../server/testing/people/restrictions.ts";
import type { Holder } from "../../server/testing/outside/scripted/world.ts";
import { COLD_ETHEREUM_VERBS } from "./cold-ethereum-verbs.ts";
import { COLD_VERBS } from "./cold-verbs.ts";
import { job } from "./job.ts";
import type { Stage } from "./stage.ts";
import { asks, type MoneyVerb } from "./verb.ts";

const GWEI = 10n ** 9n;
const ETHER = 10n ** 9n * GWEI;
const BITCOIN_FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const DEPOSIT_UNITS = 200_000n;
const AMOUNT = { BTC: "0.0015", ETH: "0.03", USDT: "40" } as const;

const far = (code: CryptoCode): string =>
  code === "BTC" ? BITCOIN_FAR : getAddress(`0x${Buffer.from(ids.hash()).toString("hex").padStart(40, "0")}`);

type Sending = { readonly person: Holder; readonly id: string; readonly address: string };

/** A user has requested a send-out, and nothing has been done about it. */
async function sending(stage: Stage, code: CryptoCode): Promise<Sending> {
  const person = await funded(stage, code);
  const address = far(code);
  const made = await stage.world.send(await stage.world.again(person), code, { address, amount: AMOUNT[code] });
  return { person, id: made.data.id, address };
}

/** Bitcoin comes by a deposit of its own: a send-out then has one coin that fits. */
async function funded(stage: Stage, code: CryptoCode): Promise<Holder> {
  if (code === "ETH") return stage.holder("ETH", 50_000_000n);
  if (code === "USDT") return stage.holder("USDT", 50_000_000n);
  const { person } = await deposited(stage);
  await stage.world.scan();
  return person;
}

/** A deposit of bitcoin two blocks deep, at which nobody has looked. */
async function deposited({ world, holder }: Stage) {
  const person = await holder("BTC", 0n);
  const txid = world.bitcoin.pay([{ address: await world.addressOf(person, "BTC"), units: DEPOSIT_UNITS }]);
  world.bitcoin.mine(2);
  return { person, txid };
}

async function etherDeposited({ world, holder }: Stage, code: "ETH" | "USDT") {
  const person = await holder(code, 0n);
  const address = await world.addressOf(person, code);
  const txid =
    code === "ETH"
      ? world.ethereum.giveWei(address, ETHER / 100n)
      : world.ethereum.giveTokens({ to: address, units: 20_000_000n });
  world.ethereum.mine(3);
  return { person, txid, address };
}

async function paying(stage: Stage, code: CryptoCode): Promise<Sending> {
  const made = await sending(stage, code);
  await stage.world.pay();
  return made;
}

const BITCOIN: readonly MoneyVerb[] = [
  job({ name: "credit a bitcoin deposit", jobs: ["scan-bitcoin"], prepare: deposited }),
  job({
    name: "take back a bitcoin deposit",
    jobs: ["scan-bitcoin"],
    async prepare(stage) {
      const { bitcoin } = stage.world;
      const { person, txid } = await deposited(stage);
      await stage.world.scan();
      bitcoin.cut(bitcoin.height() - 1, { drop: [txid] });
      bitcoin.mine(3);
      return { person };
    },
  }),
  job({ name: "sign and show a bitcoin send-out", jobs: ["pay-bitcoin"], prepare: (stage) => sending(stage, "BTC") }),
  job({
    name: "settle a bitcoin send-out",
    jobs: ["scan-bitcoin"],
    async prepare(stage) {
      const made = await paying(stage, "BTC");
      stage.world.bitcoin.mine(2);
      return made;
    },
  }),
  job({
    name: "give back a bitcoin send-out whose coin another has spent",
    jobs: ["scan-bitcoin"],
    // An attacker has our keys: that no payment of ours did it stays to be seen.
    breaks: /^I8 coin /,
    prepare: stolen,
  }),
];

async function stolen(stage: Stage) {
  const { bitcoin, owner, db } = stage.world;
  const made = await paying(stage, "BTC");
  const { rows } = await owner.query<{ txid: string; inputs: { txid: string; outputIndex: number }[] }>(
    "select txid, plan->'inputs' as inputs from chain_payments where subject = $1",
    [made.id],
  );
  const [payment] = rows;
  if (!payment) throw new Error("the send-out was not planned");
  bitcoin.drop([payment.txid]);
  const thief = bitcoin.pay([{ address: BITCOIN_FAR, units: 1n }], payment.inputs);
  bitcoin.mine(6, { only: [thief] });
  const leave = async () => {
    // Staff has looked, and found an explanation.
    await owner.query("delete from coins where spent_txid = $1", [thief]);
    await db.tx((tx) => lift(tx, "money_out"));
  };
  return { ...made, leave };
}

const ETHEREUM: readonly MoneyVerb[] = [
  ...(["ETH", "USDT"] as const).map((code) =>
    job({
      name: `credit a deposit of ${code}`,
      jobs: ["scan-ethereum"],
      prepare: (stage) => etherDeposited(stage, code),
    }),
  ),
  job({
    name: "take back a deposit of ether",
    jobs: ["scan-ethereum"],
    async prepare(stage) {
      const { ethereum } = stage.world;
      const { person, txid } = await etherDeposited(stage, "ETH");
      await stage.world.scan();
      ethereum.cut(ethereum.height() - 2, { drop: [txid] });
      ethereum.mine(4);
      return { person };
    },
  }),
  ...(["ETH", "USDT"] as const).map((code) =>
    job({
      name: `sign and show a send-out of ${code}`,
      jobs: ["pay-ethereum"],
      prepare: (stage) => sending(stage, code),
    }),
  ),
  job({
    name: "settle a send-out of ether",
    jobs: ["scan-ethereum"],
    async prepare(stage) {
      const made = await paying(stage, "ETH");
      stage.world.ethereum.mine(3);
      return made;
    },
  }),
  job({
    name: "give back a send-out that the token refused",
    jobs: ["scan-ethereum"],
    async prepare(stage) {
      const { ethereum } = stage.world;
      const made = await paying(stage, "ETH");
      ethereum.refusing.add(made.address);
      ethereum.mine(3);
      return { ...made, leave: async () => void ethereum.refusing.clear() };
    },
  }),
  job({
    name: "sweep ether",
    jobs: ["pay-ethereum"],
    async prepare(stage) {
      const made = await etherDeposited(stage, "ETH");
      await stage.world.scan();
      return made;
    },
  }),
  job({
    name: "send gas to tokens",
    jobs: ["pay-ethereum"],
    async prepare(stage) {
      const made = await etherDeposited(stage, "USDT");
      await stage.world.scan();
      return made;
    },
  }),
  job({
    name: "sweep tokens",
    jobs: ["pay-ethereum"],
    async prepare(stage) {
      const made = await etherDeposited(stage, "USDT");
      await stage.world.scan();
      await stage.world.pay();
      stage.world.ethereum.mine(3);
      await stage.world.scan();
      return made;
    },
  }),
];

const ASKED: readonly MoneyVerb[] = [
  {
    name: "convert",
    async prepare(stage) {
      const person = await stage.holder("BTC", 1_000_000n);
      const quote = await person.client.call(wallet.quoteConversion, {
        body: { from: "BTC", to: "USDT", amount: "0.005" },
      });
      return {
        people: { owner: person.userId },
        call: asks(person.client, wallet.createConversion, { body: { quote_id: quote.data.id } }),
      };
    },
  },
  {
    name: "deposit a bond",
    async prepare(stage) {
      const person = await stage.holder("USDT", 100_000_000n);
      const body = { crypto_currency_code: "USDT" } as const;
      return { people: { owner: person.userId }, call: asks(person.client, bonds.depositBond, { body }) };
    },
  },
  {
    name: "take a bond back",
    async prepare(stage) {
      const person = await stage.holder("USDT", 100_000_000n);
      await person.client.call(bonds.depositBond, { body: { crypto_currency_code: "USDT" } });
      return { people: { owner: person.userId }, call: asks(person.client, bonds.retrieveBond, { body: {} }) };
    },
  },
  {
    name: "create a send-out",
    async prepare(stage) {
      const person = await stage.holder("BTC", 1_000_000n);
      const { client } = await stage.world.again(person);
      const body = { address: BITCOIN_FAR, amount: AMOUNT.BTC };
      const quote = await client.call(wallet.quoteSendOut, { params: { code: "BTC" }, body });
      const input = { params: { code: "BTC" }, body: { quote_id: quote.data.id } } as const;
      return {
        people: { owner: person.userId },
        call: asks(client, wallet.createSendOut, input),
        leave: () => stage.calm(),
      };
    },
  },
  {
    name: "cancel a send-out",
    async prepare(stage) {
      const { person, id } = await sending(stage, "ETH");
      return { people: { owner: person.userId }, call: asks(person.client, wallet.cancelSendOut, { params: { id } }) };
    },
  },
  {
    name: "stop a send-out of another user",
    async prepare(stage) {
      const { person, id } = await sending(stage, "ETH");
      const admin = await aNamedUser(stage.world, "admin");
      await stage.world.prove(admin.client.token, { kind: "stop_send_out", id });
      const input = { body: { id, reason: "Our bank asks." }, proves: false } as const;
      return { people: { owner: person.userId, admin: admin.id }, call: asks(admin.client, stopSendOut, input) };
    },
  },
];

export const WALLET_VERBS: readonly MoneyVerb[] = [
  ...ASKED,
  ...BITCOIN,
  ...ETHEREUM,
  ...[...COLD_VERBS, ...COLD_ETHEREUM_VERBS].map(job),
];
