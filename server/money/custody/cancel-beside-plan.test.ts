// Guards: a send-out that is taken back while it is planned leaves no payment behind, whichever of the two is first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelSendOut } from "#contract/products/wallet/wallet.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { planBitcoin } from "./payments/plan-bitcoin.ts";
import { lockSendOutByHash, sendOutsToPlan } from "./send-outs/rows.ts";

const world = await scriptedWorld();
const { bitcoin, db, dbs, owner, ports } = world;
const FAR = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

await world.scan();
const ada = await world.person("ada");
bitcoin.pay([{ address: await world.addressOf(ada, "BTC"), units: 5_000_000n }]);
bitcoin.mine(2);
await world.scan();

/** Asked for, and read by the job that plans. */
async function wanted(person: Holder) {
  const { data } = await world.send(await world.again(person), "BTC", { address: FAR, amount: "0.001" });
  const row = (await db.read((tx) => sendOutsToPlan(tx, "bitcoin"))).find(({ hash }) => hash === data.id);
  const signer = ports.chains?.signer;
  assert.ok(row && signer);
  return { row, signer };
}

const takeBack = ({ client }: Holder, id: string) => client.call(cancelSendOut, { params: { id } });

async function assertNothingLeft(): Promise<void> {
  const payments = await owner.query("select subject, status from chain_payments where status <> 'cancelled'");
  const reserved = await owner.query("select txid from coins where payment_id is not null");
  assert.deepEqual([payments.rows, reserved.rows, await world.violations()], [[], [], []]);
}

test("what was taken back after it was read is not planned", async () => {
  const { row, signer } = await wanted(ada);
  assert.equal((await takeBack(ada, row.hash)).code, "");
  await planBitcoin(dbs.chain, signer, row);
  await assertNothingLeft();
});

test("what is planned while its owner waits to take it back is taken back with its plan", async () => {
  const { row, signer } = await wanted(ada);
  await signer.makeOwnAddress({ purpose: "change", subject: row.hash });
  let takingBack: ReturnType<typeof takeBack> | undefined;
  await dbs.chain.tx(async (tx) => {
    await lockSendOutByHash(tx, row.hash);
    takingBack = takeBack(ada, row.hash);
    await untilSomebodyWaits();
    await tx.rows`
      insert into chain_payments (chain, currency, purpose, subject, plan, status, created_at)
      values ('bitcoin', 'BTC', 'send_out', ${row.hash}, '{"chain": "bitcoin", "inputs": [], "outputs": []}', 'pending', ${tx.now})`;
  });
  assert.equal((await takingBack)?.code, "");
  await assertNothingLeft();
});

async function untilSomebodyWaits(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.fail("nobody waits for the send-out");
}
