/** Moves of ether and tokens between the hot address and the cold one, and the send-outs that wait for them. */
import * as calls from "#contract/products/wallet/wallet.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { openColdWallet } from "../../server/demo/coins/cold-wallet.ts";
import { custodyStatus, houseAddress, takeSignedRefill, writeRefill } from "../../server/money/custody/index.ts";
import { accountOf, balanceOf, post } from "../../server/money/ledger/index.ts";
import { ids } from "../../server/platform/ids.ts";
import { changeSetting } from "../../server/reference/settings/index.ts";
import type { Holder } from "../../server/testing/outside/scripted/world.ts";
import type { Job } from "./job.ts";
import type { Stage, World } from "./stage.ts";

type Coin = "ETH" | "USDT";

const wallet = openColdWallet(new Uint8Array(32).fill(9), "regtest");
const COLD = wallet.account.ethereum ?? "";
const GWEI = 10n ** 9n;
/** Nothing is too much where this may be hot. */
const ALL = { BTC: "1000000", ETH: "100000000", USDT: "999999999" };
/** A good part of what is hot: less does not move. */
const MOVES = { ETH: 40_000n * GWEI, USDT: 150_000_000_000n } as const;
const REFILL = { ETH: 3n * GWEI, USDT: 70_000_000n } as const;
/** The stage begins with a little less, and what is asked for is more. */
const MOST_HOT = "320000";
/** More than is ever hot here, and as much as one may send. */
const AWAITED_UNITS = 450_000_000_000n;
const FAR = "0x000000000000000000000000000000000000bEEF";

async function setCold({ world }: Stage, account: string | undefined): Promise<void> {
  world.signer.cold = account === undefined ? {} : { ethereum: account };
  await world.owner.query("update wallet_rails set cold_account = $1 where chain = 'ethereum'", [account ?? null]);
}

const setFloor = ({ world }: Stage, changed: Partial<typeof ALL>) =>
  world.db.tx((tx) => changeSetting(tx, { name: "wallet.hot_floor", value: { ...ALL, ...changed }, changedBy: null }));

const HOUR_MS = 3_600_000;

/** The other verbs keep everything hot. */
async function coldly(stage: Stage, coin: Coin): Promise<{ person: Holder; leave: () => Promise<void> }> {
  await setFloor(stage, {});
  await setCold(stage, COLD);
  const leave = async () => {
    await setCold(stage, undefined);
    // After a refusal the next move waits so long.
    await stage.world.moveClock(HOUR_MS);
  };
  return { person: await stage.holder(coin, 0n), leave };
}

/** From a stranger. */
function give({ ethereum }: World, coin: Coin, { to, units }: { to: string; units: bigint }): void {
  if (coin === "ETH") ethereum.giveWei(to, units * GWEI);
  else ethereum.giveTokens({ to, units });
}

/** So much is hot beyond the limit, and everything is as it was measured. */
const surplus = (coin: Coin) => async (stage: Stage) => {
  const { world } = stage;
  const made = await coldly(stage, coin);
  const { address: to } = await world.db.tx((tx) => houseAddress(tx, coin));
  give(world, coin, { to, units: MOVES[coin] });
  await stage.calm();
  await stage.calm();
  const standing = (await world.db.read(custodyStatus)).find(({ currency }) => currency === coin);
  const aside = coin === "ETH" ? await world.db.read((tx) => balanceOf(tx, accountOf.house("ETH", "network"))) : 0n;
  const floorUnits = (standing?.hotUnits ?? 0n) - aside - MOVES[coin];
  await setFloor(stage, { [coin]: displayFromUnits(floorUnits, CRYPTO[coin].digits) });
  return made;
};

const moving = (coin: Coin) => async (stage: Stage) => {
  const made = await surplus(coin)(stage);
  await stage.world.pay();
  stage.world.ethereum.mine(3);
  return made;
};

/** Amounts stay on the cold address and are measured there. */
async function fillCold(stage: Stage, coin: Coin, units: bigint): Promise<void> {
  give(stage.world, coin, { to: COLD, units });
  give(stage.world, "ETH", { to: COLD, units: GWEI });
  await stage.calm();
}

/** Signed elsewhere, and handed back. */
async function refill({ world }: Stage, currency: Coin, units: bigint): Promise<void> {
  const { unsigned } = await world.db.tx((tx) => writeRefill(tx, { currency, units, key: undefined }));
  const signed = await wallet.signTransaction(unsigned);
  await world.db.tx((tx) => takeSignedRefill(tx, signed));
}

const refilled = (coin: Coin) => async (stage: Stage) => {
  const made = await coldly(stage, coin);
  await fillCold(stage, coin, REFILL[coin]);
  await refill(stage, coin, REFILL[coin]);
  return made;
};

const refillShown = (coin: Coin) => async (stage: Stage) => {
  const made = await refilled(coin)(stage);
  await stage.world.pay();
  stage.world.ethereum.mine(3);
  return made;
};

/** A user has requested more than is hot, and the cold address has it. */
async function awaiting(stage: Stage) {
  const { world } = stage;
  const { person, leave } = await coldly(stage, "USDT");
  await fillCold(stage, "USDT", AWAITED_UNITS);
  await world.grant(accountOf.available(person.userId, "USDT"), "USDT", AWAITED_UNITS + GWEI);
  const amount = displayFromUnits(AWAITED_UNITS, CRYPTO.USDT.digits);
  const { data } = await world.send(await world.again(person), "USDT", { address: FAR, amount });
  const leaveEmpty = async () => {
    await takeBack(stage, person);
    await leave();
  };
  return { person, id: data.id, leave: leaveEmpty };
}

/** As little is hot as before, and nobody has what only the cold address covers: also where the signer refused. */
async function takeBack(stage: Stage, { userId }: Holder): Promise<void> {
  const { db } = stage.world;
  await setFloor(stage, { USDT: MOST_HOT });
  await stage.calm();
  await db.tx(async (tx) => {
    const account = accountOf.available(userId, "USDT");
    const postings = [{ from: account, to: accountOf.chain("USDT"), units: await balanceOf(tx, account) }];
    await post(tx, [{ kind: "test_return", subject: ids.hash(), postings }]);
  });
}

/** It would wait for ever: its owner takes it back. */
async function awaitingThenCanceled(stage: Stage) {
  const { person, id, leave } = await awaiting(stage);
  const settle = async () => {
    const { code } = await person.client.call(calls.cancelSendOut, { params: { id } });
    if (code !== "") throw new Error(`what awaits a refill was not canceled: ${code}`);
  };
  return { person, settle, leave };
}

/** It has said so, and its coins are back. */
async function awaitedIsBack(stage: Stage) {
  const made = await awaiting(stage);
  await stage.world.pay();
  await refill(stage, "USDT", AWAITED_UNITS);
  await stage.world.pay();
  for (let round = 0; round < 2; round++) {
    await stage.world.moveClock(61_000);
    stage.world.ethereum.mine(3);
    await stage.world.scan();
  }
  return made;
}

const COINS = [
  ["ETH", "ether"],
  ["USDT", "tokens"],
] as const;

export const COLD_ETHEREUM_VERBS: readonly Job[] = [
  ...COINS.flatMap(([coin, name]): Job[] => [
    { name: `move ${name} to the cold address`, jobs: ["pay-ethereum"], prepare: surplus(coin) },
    { name: `settle a move of ${name} to the cold address`, jobs: ["scan-ethereum"], prepare: moving(coin) },
    { name: `show a refill of ${name}`, jobs: ["pay-ethereum"], prepare: refilled(coin) },
    { name: `post what a refill of ${name} cost`, jobs: ["scan-ethereum"], prepare: refillShown(coin) },
  ]),
  { name: "say that a send-out awaits a refill", jobs: ["pay-ethereum"], prepare: awaitingThenCanceled },
  { name: "send out what awaited a refill", jobs: ["pay-ethereum"], prepare: awaitedIsBack },
];
