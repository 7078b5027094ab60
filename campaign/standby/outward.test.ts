// Guards: coins leave only for what the synchronous standby has: a send-out that is in the primary alone is neither signed nor broadcast until the
// standby is there, and then once.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../../server/devnet/postgres/postgres.ts";
import { scriptedWorld } from "../../server/testing/outside/scripted/world.ts";
import { startStandby } from "./standby.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-primary-"));
const settings = { fsync: "off", max_connections: "200" };
const cluster = await startPostgres({ dataDir: folder, temporary: true, settings });
const shared = process.env.PARLEY_TEST_POSTGRES;
process.env.PARLEY_TEST_POSTGRES = cluster.socketDir;
let signed = 0;
const world = await scriptedWorld({
  around(chains) {
    const { signer } = chains;
    if (!signer) throw new Error("there is no signer");
    const sign: typeof signer.sign = (request) => {
      signed += 1;
      return signer.sign(request);
    };
    return { ...chains, signer: { ...signer, sign } };
  },
});
if (shared === undefined) delete process.env.PARLEY_TEST_POSTGRES;
else process.env.PARLEY_TEST_POSTGRES = shared;
const standby = await startStandby(cluster);
const name = /test_\w+/.exec(world.url)?.[0] ?? "";
const admin = new pg.Client({ connectionString: cluster.adminUrl(name) });
admin.on("error", () => undefined);
await admin.connect();
after(async () => {
  await admin.end();
  await standby.remove();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function waitForStandby(names: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${names}'`);
  await admin.query("select pg_reload_conf()");
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await admin.query("select current_setting('synchronous_standby_names') as names");
    if (rows[0].names === names) return;
    await pause(10);
  }
  throw new Error("the setting is not read");
}

test("a send-out that the standby does not have is neither signed nor broadcast; when it is back, once", async () => {
  const { bitcoin } = world;
  await world.scan();
  const ada = await world.person("ada");
  bitcoin.pay([{ address: await world.addressOf(ada, "BTC"), units: 30_000_000n }]);
  bitcoin.mine(2);
  await world.runJob("scan-bitcoin");
  await standby.kill();
  const { data } = await world.send(await world.again(ada), "BTC", {
    ...{ address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", amount: "0.01" },
  });
  await waitForStandby(standby.name);
  const before = (await bitcoin.node.mempool()).length;
  const paying = world.runJob("pay-bitcoin");
  assert.equal(await Promise.race([paying.then(() => "paid"), pause(3000, "waits")]), "waits");
  const { rowCount } = await admin.query("select from pg_stat_activity where wait_event = 'SyncRep'");
  assert.ok((rowCount ?? 0) > 0, "it waits for the standby");
  assert.equal(signed, 0, "nothing was signed");
  assert.equal((await bitcoin.node.mempool()).length, before, "nothing was broadcast");
  await standby.start();
  await paying;
  await waitForStandby("");
  await world.runJob("pay-bitcoin");
  assert.equal(signed, 1);
  assert.equal((await bitcoin.node.mempool()).length, before + 1);
  const there = new pg.Client({ connectionString: standby.adminUrl(name) });
  await there.connect();
  const { rows } = await there.query("select count(*)::int as payments from chain_payments where subject = $1", [
    data.id,
  ]);
  await there.end();
  assert.deepEqual(rows, [{ payments: 1 }]);
});
