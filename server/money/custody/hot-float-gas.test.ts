// Guards: a send-out of tokens that lacks nothing but the ether for its way says that it awaits a refill, and the refill asks
// for that ether.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getSendOut } from "#contract/products/wallet/wallet.ts";
import { openColdWallet } from "../../demo/coins/cold-wallet.ts";
import { readAttestationKey } from "../../platform/outside/signer/attestation.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { SCRIPTED_TOKEN } from "../../testing/outside/scripted/ethereum.ts";
import { scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { accountOf } from "../ledger/index.ts";
import { custodyStatus, takeSignedRefill, writeRefill } from "./index.ts";

type Coin = "ETH" | "USDT";

const wallet = openColdWallet(new Uint8Array(32).fill(7), "regtest");
const COLD = wallet.account.ethereum ?? assert.fail("there is no cold address");
const world = await scriptedWorld({ cold: { ethereum: COLD } });
const { ethereum } = world;
const FAR = "0x000000000000000000000000000000000000bEEF";
const ETHER = 10n ** 18n;

const value = { BTC: "0.5", ETH: "1", USDT: "100" };
await world.db.tx((tx) => changeSetting(tx, { name: "wallet.hot_floor", value, changedBy: null }));
await world.scan();
const ada = await world.person("ada");
const key = readAttestationKey(await world.ports.verifier.attestationKey());

async function calm(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await world.moveClock(61_000);
    await world.pay();
    ethereum.mine(3);
    await world.scan();
  }
}

const standing = async (coin: Coin) =>
  (await world.db.read(custodyStatus)).find(({ currency }) => currency === coin) ?? assert.fail(`there is no ${coin}`);
const view = async (id: string) => (await ada.client.call(getSendOut, { params: { id } })).data;

async function refill(currency: Coin): Promise<void> {
  const { unsigned } = await world.db.tx((tx) => writeRefill(tx, { currency, key }));
  const signed = await wallet.signTransaction(unsigned);
  await world.db.tx((tx) => takeSignedRefill(tx, signed));
  await calm();
}

let id: string;

test("tokens that are back and have no ether for their way await a refill of ether", async () => {
  ethereum.giveWei(COLD, 5n * ETHER);
  ethereum.giveTokens({ to: COLD, units: 500_000_000n });
  await calm();
  await world.grant(accountOf.available(ada.userId, "USDT"), "USDT", 90_000_000n);
  id = (await world.send(ada, "USDT", { address: FAR, amount: "40" })).data.id;
  await world.pay();
  assert.equal((await view(id)).awaitsRefill, true, "neither tokens nor ether are hot");

  await refill("USDT");
  const { hotUnits, waitingUnits, missingUnits } = await standing("USDT");
  assert.ok(hotUnits >= waitingUnits && missingUnits === 0n, "of tokens nothing is missing any more");
  const { status, awaitsRefill, actions } = await view(id);
  assert.deepEqual({ status, awaitsRefill, actions }, { status: "pending", awaitsRefill: true, actions: ["cancel"] });
});

test("ether that is too little to be moved to the hot address pays for nothing", async () => {
  const before = await standing("ETH");
  ethereum.giveWei(await world.addressOf(ada, "ETH"), ETHER / 1000n);
  await calm();
  const { hotUnits, waitingUnits } = await standing("ETH");
  assert.deepEqual([before.hotUnits, hotUnits], [0n, 0n]);
  assert.ok(waitingUnits > 0n, "the way of what waits is asked for");
  assert.equal((await view(id)).awaitsRefill, true);
});

test("a refill of ether brings what the way costs, with the float behind it, and the tokens leave", async () => {
  const { missingUnits, waitingUnits, limitUnits } = await standing("ETH");
  assert.equal(missingUnits, waitingUnits + limitUnits);
  await refill("ETH");
  const { status, awaitsRefill } = await view(id);
  assert.deepEqual({ status, awaitsRefill }, { status: "completed", awaitsRefill: false });
  assert.equal(await ethereum.node.tokenBalance({ token: SCRIPTED_TOKEN, address: FAR }), 40_000_000n);
  assert.equal((await standing("ETH")).waitingUnits, 0n);
  assert.deepEqual(await world.violations(), []);
});
