// Guards: ether and tokens beyond the hot limit move from the hot address to the cold one, and come back by transactions that
// are signed elsewhere, which are not deposits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelSendOut, getSendOut } from "#contract/products/wallet/wallet.ts";
import { openColdWallet } from "../../demo/coins/cold-wallet.ts";
import { readAttestationKey } from "../../platform/outside/signer/attestation.ts";
import { type EthereumPlan, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { accountOf, balanceOf } from "../ledger/index.ts";
import { chainAssets, custodyStatus, houseAddress, takeSignedRefill, writeRefill } from "./index.ts";

type Coin = "ETH" | "USDT";

const wallet = openColdWallet(new Uint8Array(32).fill(7), "regtest");
const COLD = wallet.account.ethereum ?? assert.fail("there is no cold address");
const world = await scriptedWorld({ cold: { ethereum: COLD } });
const { ethereum, owner } = world;
const counting = world.signer.counting ?? assert.fail("nothing counts");

const FAR = "0x000000000000000000000000000000000000bEEF";
const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;

const value = { BTC: "0.5", ETH: "1", USDT: "100" };
await world.db.tx((tx) => changeSetting(tx, { name: "wallet.hot_floor", value, changedBy: null }));
await world.scan();
const ada = await world.person("ada");
const hot = (await world.db.tx((tx) => houseAddress(tx, "ETH"))).address;
const key = readAttestationKey(await world.ports.verifier.attestationKey());

/** Everything that is begun comes to its end. */
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
type Move = { subject: string; status: string; plan: EthereumPlan };
const moves = async (coin: Coin): Promise<Move[]> =>
  (
    await owner.query(
      "select subject, status, plan from chain_payments where purpose = 'cold' and currency = $1 order by id",
      [coin],
    )
  ).rows;
const view = async ({ client }: Holder, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const found = (coin: Coin) => counting.ethereum.count({ currency: coin, held: new Map(), enoughUnits: 10n ** 18n });
const deposits = async () => (await owner.query("select count(*)::int as count from deposits")).rows[0].count;
const inventory = (coin: Coin) => world.db.read((tx) => balanceOf(tx, accountOf.house(coin, "inventory")));

async function refill(currency: Coin, units?: bigint): Promise<string> {
  const written = await world.db.tx((tx) => writeRefill(tx, { currency, units, key }));
  const signed = await wallet.signTransaction(written.unsigned);
  return (await world.db.tx((tx) => takeSignedRefill(tx, signed))).txid;
}

test("what the hot address has beyond the limit goes to the cold one, and no balance changes", async () => {
  ethereum.giveWei(hot, 2n * ETHER);
  ethereum.giveWei(await world.addressOf(ada, "ETH"), 8n * ETHER);
  ethereum.giveTokens({ to: await world.addressOf(ada, "USDT"), units: 900_000_000n });
  ethereum.mine(3);
  await calm();
  await calm();
  for (const coin of ["ETH", "USDT"] as const) {
    const made = await moves(coin);
    assert.ok(made.length > 0 && made.length <= 2, "once more when what was swept has come");
    for (const { status, plan } of made) assert.deepEqual([status, plan.to], ["completed", COLD]);
    const { hotUnits, coldUnits, limitUnits } = await standing(coin);
    assert.ok(
      hotUnits * 10n >= limitUnits * 9n && hotUnits * 4n < limitUnits * 5n,
      `${coin}: ${hotUnits} of ${limitUnits}`,
    );
    assert.ok(coldUnits > 0n);
  }
  assert.equal(await ethereum.node.balance(COLD), (await standing("ETH")).coldUnits * GWEI);
  assert.equal(await world.db.read((tx) => balanceOf(tx, accountOf.available(ada.userId, "ETH"))), 8_000_000_000n);
  const assets = await world.db.read(chainAssets);
  for (const coin of ["ETH", "USDT"] as const) {
    const { hotUnits, coldUnits } = await standing(coin);
    // What the gas of a sweep left behind is ours, and neither hot nor cold.
    const { rows } = await owner.query("select left_units from chain_assets where currency = $1", [coin]);
    const all = hotUnits + coldUnits + BigInt(rows[0].left_units);
    assert.equal(assets.find(({ currency }) => currency === coin)?.assetUnits, all);
    const apart = (await found(coin)) - all;
    assert.ok(apart === 0n || apart === 1n, "and the signer finds as much at its own node, rounded once");
  }
  assert.deepEqual(await world.violations(), []);
});

for (const [coin, amount] of [
  ["USDT", "400"],
  ["ETH", "4"],
] as const)
  test(`a send-out of ${coin} that only the cold address covers waits, says so, and goes on after a refill`, async () => {
    const [before, had] = [await deposits(), await inventory("ETH")];
    const { data: made } = await world.send(await world.again(ada), coin, { address: FAR, amount });
    await world.pay();
    assert.deepEqual([(await view(ada, made.id)).status, (await view(ada, made.id)).awaitsRefill], ["pending", true]);
    const txid = await refill(coin);
    await world.pay();
    assert.deepEqual((await standing(coin)).underWay, [{ txid, fault: null }]);
    await calm();
    assert.equal((await view(ada, made.id)).status, "completed");
    assert.equal(await deposits(), before, "a refill is no deposit");
    const { rows } = await owner.query("select currency, units, posted_at from cold_spends where txid = $1", [txid]);
    assert.deepEqual([rows.length, rows[0].currency, rows[0].posted_at === null], [1, "ETH", false]);
    assert.ok((await inventory("ETH")) < had, "its fee is the operator's");
    assert.deepEqual(await world.violations(), []);
  });

test("one that waits is taken back by its owner", async () => {
  const { data: made } = await world.send(await world.again(ada), "USDT", { address: FAR, amount: "300" });
  await world.pay();
  assert.equal((await view(ada, made.id)).awaitsRefill, true);
  const { data } = await ada.client.call(cancelSendOut, { params: { id: made.id } });
  assert.deepEqual([data.status, data.awaitsRefill], ["cancelled", false]);
});

test("what is signed has to be just what was written, by the cold address", async () => {
  const written = await world.db.tx((tx) => writeRefill(tx, { currency: "USDT", units: 1_000_000n, key }));
  const take = (text: string) => world.db.tx((tx) => takeSignedRefill(tx, text));
  await assert.rejects(take(written.unsigned), /a signature is missing/);
  const other = openColdWallet(new Uint8Array(32).fill(8), "regtest");
  await assert.rejects(take(await other.signTransaction(written.unsigned)), /a signature is missing or wrong/);
  await assert.rejects(take("0x02"), /no refill that was written here/);
  await owner.query("delete from cold_refills where raw_hex is null");
  await assert.rejects(take(await wallet.signTransaction(written.unsigned)), /no refill that was written here/);
});

test("what the operator takes from the cold address is the operator's, and a user's deposit from there is a deposit", async () => {
  await calm();
  const [had, before] = [await inventory("ETH"), await deposits()];
  ethereum.giveWei(FAR, ETHER / 10n, COLD);
  await calm();
  const { rows } = await owner.query("select units from cold_spends order by id desc limit 1");
  assert.equal(had - (await inventory("ETH")), BigInt(rows[0].units));
  ethereum.giveWei(await world.addressOf(ada, "ETH"), ETHER / 100n, COLD);
  await calm();
  assert.equal(await deposits(), before + 1);
  assert.deepEqual(await world.violations(), []);
});

test("a payment straight to the cold address is reported, and is in no balance", async () => {
  const apart = async () => [(await standing("ETH")).apartUnits, (await standing("USDT")).apartUnits];
  assert.deepEqual(await apart(), [0n, 0n], "no move of ours is");
  const before = await deposits();
  const height = ethereum.height();
  ethereum.giveWei(COLD, ETHER / 4n);
  ethereum.giveTokens({ to: COLD, units: 3_000_000n }, { to: COLD, units: 4_000_000n });
  ethereum.giveWei(COLD, 1n);
  ethereum.mine(1);
  await world.scan();
  assert.deepEqual(await apart(), [250_000_000n, 7_000_000n]);
  ethereum.cut(height + 1);
  ethereum.mine(2, { isEmpty: true });
  await world.scan();
  assert.deepEqual(await apart(), [0n, 0n], "its block is gone");
  await calm();
  assert.deepEqual(await apart(), [250_000_000n, 7_000_000n]);
  assert.equal(await deposits(), before);
  assert.deepEqual(await world.violations(), []);
});

test("a reorganization takes a refill back, and what it cost is posted once", async () => {
  const txid = await refill("ETH", 100_000_000n);
  await world.pay();
  const height = ethereum.height();
  ethereum.mine(1);
  await world.scan();
  ethereum.cut(height + 1);
  ethereum.mine(2, { isEmpty: true });
  await world.scan();
  const loose = await owner.query("select block_height, posted_at from cold_spends where txid = $1", [txid]);
  assert.deepEqual(loose.rows, [{ block_height: null, posted_at: null }]);
  await calm();
  const journals = await owner.query("select subject from journals where kind = 'cold_spend' and subject like $1", [
    `${txid}%`,
  ]);
  assert.equal(journals.rows.length, 1);
  assert.deepEqual(await world.violations(), []);
});

test("the signer signs a move of ether or tokens to its own cold address only", async () => {
  const signer = world.ports.chains?.signer ?? assert.fail("there is no signer");
  const [ether] = await moves("ETH");
  const [tokens] = await moves("USDT");
  const codeOf = (move: Move | undefined, changed: Partial<EthereumPlan>) =>
    signer.sign({ purpose: "cold", id: "ETH-9", plan: { ...(move ?? assert.fail()).plan, ...changed } }).then(
      () => "signed",
      (error) => (error instanceof SignerRefusal ? error.code : String(error)),
    );
  assert.equal(await codeOf(ether, { to: FAR }), "signer.destination");
  assert.equal(await codeOf(tokens, { to: FAR }), "signer.destination");
  assert.equal(await codeOf(ether, { from: { branch: 0, index: 0 } }), "signer.form");
  assert.equal(await codeOf(tokens, { token: FAR }), "signer.token");
  assert.equal(await codeOf(ether, { maxFeePerGasWei: "900000000000000" }), "signer.own_fees");
  world.signer.cold = {};
  assert.equal(await codeOf(ether, {}), "signer.no_cold");
  world.signer.cold = { ethereum: COLD };
  assert.equal(await codeOf(ether, { nonce: 99 }), "signed");
});
