// Guards: a new factor, a new device and a factor taken away as lost hold send-outs for their time, by the signer's records:
// no proof is written, nothing is reserved and nothing is signed of what was proved meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { createSendOut } from "#contract/products/wallet/wallet.ts";
import { enrollWith, makeSoftwareKey } from "../../demo/software-key.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { ids } from "../../platform/ids.ts";
import { giveCoins, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { openLedgerRecords } from "../records/ledger-record.ts";

const app = await testApp();
const { db, dbs, owner } = app;
const { origin } = app.config.publicUrl;
const now = () => db.read((tx) => tx.readClock());
const HOUR_MS = 3_600_000;
await db.tx(playRecordedRates);
await owner.query(
  `insert into wallet_rails (chain, is_available, network, is_test, scanned_height, final_height, account_key)
   values ('ethereum', true, '31337', true, 100, 99, 'xpub')
   on conflict (chain) do update set is_available = true, account_key = 'xpub'`,
);

type Someone = { readonly id: bigint; readonly email: string; readonly client: TestClient };

/** Registered and confirmed, with ether. */
async function aMember(): Promise<Someone> {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const client = app.client("", "203.0.113.9");
  const joined = await client.call(auth.register, { body: { email, password: TEST_PASSWORD } });
  assert.equal(joined.status, 200, joined.code);
  const { rows } = await owner.query(
    "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id",
  );
  const id = BigInt(rows[0].id);
  await db.tx((tx) => giveCoins(tx, id, "ETH", 10_000_000_000n));
  return { id, email, client };
}

async function aQuote({ id }: Someone): Promise<string> {
  const hash = ids.hash();
  await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'ETH', 'there', 2000000, 21000, 1, market_now(), market_now() + interval '9 days')`,
    [hash, id],
  );
  return hash;
}

const prove = ({ client }: Someone, quote: string) =>
  client.call(auth.prove, { body: { for: { kind: "send_out", id: quote }, password: TEST_PASSWORD } });
const send = ({ client }: Someone, quote: string) =>
  client.call(createSendOut, { params: { code: "ETH" }, body: { quote_id: quote }, proves: false });
const heldHours = async ({ client }: Someone) => {
  const until = (await client.call(calls.getTwoFactor, {})).data.heldUntil;
  return until === null ? 0 : (Date.parse(until) - (await now()).getTime()) / HOUR_MS;
};

async function addPasskey({ client }: Someone): Promise<string> {
  const made = makeSoftwareKey();
  const new_passkey = enrollWith(made, { origin, now: await now() });
  const added = await client.call(calls.addPasskey, { body: { password: TEST_PASSWORD, name: "Phone", new_passkey } });
  assert.equal(added.status, 200, added.code);
  return made.key.id;
}
const removeLost = ({ client }: Someone, id: string) =>
  client.call(calls.removePasskey, { body: { password: TEST_PASSWORD, id } });

test("a new factor holds for 24 hours, one taken away by the password for 72, and the refusal says until when", async () => {
  const ada = await aMember();
  const before = await aQuote(ada);
  assert.equal((await prove(ada, before)).status, 200);
  const id = await addPasskey(ada);
  const day = await heldHours(ada);
  assert.ok(day > 23.9 && day <= 24, `${day}`);
  const refused = await send(ada, before);
  assert.deepEqual([refused.status, refused.code], [403, "wallet.security_hold"], "also of what was proved before");
  assert.deepEqual(refused.body.context, { until: (await ada.client.call(calls.getTwoFactor, {})).data.heldUntil });
  await removeLost(ada, id);
  const days = await heldHours(ada);
  assert.ok(days > 71.9 && days <= 72, `${days}`);
  const quote = await aQuote(ada);
  const held = await prove(ada, quote);
  assert.deepEqual([held.status, held.code], [403, "wallet.security_hold"]);
  assert.deepEqual(Object.keys(held.body.context ?? {}), ["until"]);
  const { rows } = await owner.query("select from proved_send_outs where quote = $1", [quote]);
  assert.equal(rows.length, 0);
  await app.moveClock(71.5 * HOUR_MS);
  assert.equal((await prove(ada, quote)).code, "wallet.security_hold");
  await app.moveClock(HOUR_MS);
  assert.equal((await prove(ada, quote)).status, 200);
  assert.equal((await send(ada, quote)).status, 200);
});

test("signing in with a new device holds for a day, with the first or a known one it does not", async () => {
  const ada = await aMember();
  const signsIn = async (client: TestClient) =>
    assert.equal((await client.call(auth.login, { body: { email: ada.email, password: TEST_PASSWORD } })).status, 200);
  await signsIn(ada.client);
  assert.equal(await heldHours(ada), 0, "the device of the registration");
  const wrong = app.client("", "203.0.113.10");
  await wrong.call(auth.login, { body: { email: ada.email, password: "another password" } });
  assert.equal(await heldHours(ada), 0, "nobody got in");
  const other = app.client("", "203.0.113.10");
  await signsIn(other);
  assert.ok((await heldHours(ada)) > 23.9);
  await app.moveClock(25 * HOUR_MS);
  await signsIn(other);
  assert.equal(await heldHours(ada), 0, "known by now");
});

test("what was proved within a hold is not signed, whichever process reserved it, and only the signer writes holds", async (t) => {
  const ada = await aMember();
  const quote = await aQuote(ada);
  await prove(ada, quote);
  const sent = await send(ada, quote);
  const records = openLedgerRecords(app.signerUrl);
  t.after(() => records.close());
  const isProved = async () => (await records.findSendOut(sent.data.id))?.isProved;
  assert.equal(await isProved(), true);
  const hold = (from: string, to: string) =>
    owner.query(
      `insert into send_out_holds (user_id, reason, began_at, ends_at)
       values ($1, 'new_device', market_now() + $2::interval, market_now() + $3::interval)`,
      [ada.id, from, to],
    );
  await hold("1 minute", "1 day");
  assert.equal(await isProved(), true, "it was proved before");
  await hold("-1 hour", "1 hour");
  assert.equal(await isProved(), false);
  for (const login of ["web", "worker", "chain"] as const)
    for (const statement of [
      "delete from send_out_holds",
      "insert into send_out_holds overriding system value select * from send_out_holds",
    ])
      await assert.rejects(
        dbs[login].tx((tx) => tx.rows(Object.assign([statement], { raw: [statement] }))),
        /permission denied/,
      );
});

test("how long a new device holds send-outs is a setting", async () => {
  const set = (sql: string) => owner.query(sql, ["auth.new_device_hold_hours"]);
  await set("insert into settings (name, value, changed_at) values ($1, '240', market_now())");
  const ada = await aMember();
  await app.ports.verifier.holdSendOuts({ userId: String(ada.id), reason: "new_device", from: undefined });
  assert.ok(Math.abs((await heldHours(ada)) - 240) < 0.1);
  await set("delete from settings where name = $1");
});
