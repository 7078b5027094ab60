// Guards: what is reserved in a coin that is halted stays where it is until the halt is lifted.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CryptoCode } from "#contract/money/money.ts";
import { accountOf, halt, lift } from "../ledger/index.ts";
import { scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { houseAddress } from "./index.ts";

const world = await scriptedWorld();
const { bitcoin, ethereum, db, owner } = world;
const ETHER = 10n ** 18n;
const COINS = ["BTC", "ETH", "USDT"] as const;
const FAR = { BTC: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", ETH: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" };
const AMOUNT = { BTC: "0.0015", ETH: "0.03", USDT: "40" };

await world.scan();
const addressOf = async (code: CryptoCode) => (await db.tx((tx) => houseAddress(tx, code))).address;
const house = { address: await addressOf("BTC"), units: 250_000_000n };
bitcoin.pay([house, house]);
ethereum.giveWei(await addressOf("ETH"), 10n * ETHER);
ethereum.giveTokens({ to: await addressOf("USDT"), units: 1_000_000_000n });
bitcoin.mine(3);
ethereum.mine(3);
await world.scan();
for (let round = 0; round < 3; round++) {
  await world.pay();
  ethereum.mine(3);
  await world.scan();
}

const statusOf = async (id: string): Promise<string> =>
  (await owner.query("select status from send_outs where hash = $1", [id])).rows[0].status;

async function reserved(code: CryptoCode): Promise<string> {
  const person = await world.person(`u${code.toLowerCase()}${people++}`);
  await world.grant(accountOf.available(person.userId, code), code, 1_000_000_000n);
  const address = code === "BTC" ? FAR.BTC : FAR.ETH;
  return (await world.send(await world.again(person), code, { address, amount: AMOUNT[code] })).data.id;
}
let people = 0;

for (const code of COINS) {
  test(`a send-out of ${code} that was reserved waits while ${code} is halted, and goes on after it`, async () => {
    const id = await reserved(code);
    await db.tx((tx) => halt(tx, { name: `coin_${code}`, reason: "the test says so" }));
    await world.pay();
    const planned = await owner.query("select from chain_payments where subject = $1", [id]);
    assert.deepEqual([await statusOf(id), planned.rowCount], ["pending", 0], "a plan would keep coins for it");
    await db.tx((tx) => lift(tx, `coin_${code}`));
    await world.pay();
    assert.equal(await statusOf(id), "broadcast");
  });

  test(`a send-out of ${code} that is planned and not signed waits as well`, async () => {
    const id = await reserved(code);
    world.signer.isSilent = true;
    await world.pay();
    await db.tx((tx) => halt(tx, { name: `coin_${code}`, reason: "the test says so" }));
    world.signer.isSilent = false;
    await world.pay();
    const planned = await owner.query("select status from chain_payments where subject = $1", [id]);
    assert.deepEqual([planned.rows, await statusOf(id)], [[{ status: "pending" }], "pending"]);
    await db.tx((tx) => lift(tx, `coin_${code}`));
    await world.pay();
    assert.equal(await statusOf(id), "broadcast");
  });
}
