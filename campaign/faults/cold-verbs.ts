/** Moves between hot bitcoin and the cold account. Each run begins with its own matching coin. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { openColdWallet } from "../../server/demo/coins/cold-wallet.ts";
import { custodyStatus, houseAddress, takeSignedRefill, writeRefill } from "../../server/money/custody/index.ts";
import { accountOf, balanceOf } from "../../server/money/ledger/index.ts";
import { openColdAccount } from "../../server/platform/outside/chains/cold/account.ts";
import { changeSetting } from "../../server/reference/settings/index.ts";
import type { Stage, World } from "./stage.ts";
import type { Job } from "./job.ts";

const wallet = openColdWallet(new Uint8Array(32).fill(9), "regtest");
const BITCOIN = wallet.account.bitcoin ?? "";
const cold = openColdAccount(BITCOIN, "regtest");

/** The moved amount: a large part of the hot coins after many runs, since less does not move. */
const UNITS = 300_000_000_000n;
/** The returned amount: little in each run, because there are many. */
const REFILL_UNITS = 300_000_000n;
/** A coin has beside these what pays for the network, and what comes back as change. */
const REST_UNITS = 100_000_000n;
const HOUR_MS = 3_600_000;
/** A floor has six digits. */
const STEP = 100n;

async function setCold({ world }: Stage, bitcoin: string | undefined): Promise<void> {
  world.signer.cold = bitcoin === undefined ? {} : { bitcoin };
  await world.owner.query("update wallet_rails set cold_account = $1 where chain = 'bitcoin'", [bitcoin ?? null]);
}

/** The other verbs keep everything hot. */
async function coldly(stage: Stage) {
  await stage.world.scan();
  await setCold(stage, BITCOIN);
  // As when the chain's rail opens.
  await stage.world.ports.chains?.signer?.makeOwnAddress({ purpose: "refill" });
  const person = await stage.holder("BTC", 0n);
  const leave = async () => {
    await setCold(stage, undefined);
    // After a refusal the next move waits so long.
    await stage.world.moveClock(HOUR_MS);
  };
  return { person, leave };
}

const hotUnits = async ({ db }: World) =>
  (await db.read(custodyStatus)).find(({ currency }) => currency === "BTC")?.hotUnits ?? 0n;

/** So much is hot beyond the limit: what is hot is rounded up to a floor's digits. */
async function surplus(stage: Stage) {
  const { world } = stage;
  const { address } = await world.db.tx((tx) => houseAddress(tx, "BTC"));
  const aside = await world.db.read((tx) => balanceOf(tx, accountOf.house("BTC", "network")));
  const rest = STEP - (((await hotUnits(world)) - aside) % STEP);
  world.bitcoin.pay([UNITS + REST_UNITS, rest].map((units) => ({ address, units })));
  world.bitcoin.mine(2);
  const made = await coldly(stage);
  const floor = displayFromUnits((await hotUnits(world)) - aside - UNITS, CRYPTO.BTC.digits);
  await setFloor(stage, floor);
  return made;
}

async function moving(stage: Stage) {
  const made = await surplus(stage);
  await stage.world.pay();
  stage.world.bitcoin.mine(2);
  return made;
}

async function setFloor({ world }: Stage, bitcoin: string): Promise<void> {
  const value = { BTC: bitcoin, ETH: "10", USDT: "20000" };
  await world.db.tx((tx) => changeSetting(tx, { name: "wallet.hot_floor", value, changedBy: null }));
}

/** Signed elsewhere, and handed back. Nothing is too much meanwhile. */
async function refilled(stage: Stage) {
  const { world } = stage;
  await setFloor(stage, "1000000");
  const made = await coldly(stage);
  world.bitcoin.pay([{ address: cold.addressAt({ branch: 0, index: 0 }).address, units: REFILL_UNITS + REST_UNITS }]);
  world.bitcoin.mine(2);
  await world.scan();
  const wish = { currency: "BTC", units: REFILL_UNITS, key: undefined } as const;
  const { unsigned } = await world.db.tx((tx) => writeRefill(tx, wish));
  await world.db.tx((tx) => takeSignedRefill(tx, wallet.signPsbt(unsigned)));
  return made;
}

export const COLD_VERBS: readonly Job[] = [
  { name: "move bitcoin to the cold account", jobs: ["pay-bitcoin"], prepare: surplus },
  { name: "settle a move of bitcoin", jobs: ["scan-bitcoin"], prepare: moving },
  { name: "show a refill of bitcoin", jobs: ["pay-bitcoin"], prepare: refilled },
  {
    name: "post what a refill of bitcoin cost",
    jobs: ["scan-bitcoin"],
    async prepare(stage) {
      const made = await refilled(stage);
      await stage.world.pay();
      stage.world.bitcoin.mine(2);
      return made;
    },
  },
];
