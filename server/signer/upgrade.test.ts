// Guards: a market that goes on under this version keeps its passwords and passkeys, and the send-outs that were proved as it
// was then.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import pg from "pg";
import { coseOf } from "../demo/software-key.ts";
import { testDb, testLog } from "../testing/database.ts";
import { openVerifier } from "../testing/verifier.ts";
import { LOGINS, urlAs } from "../platform/logins.ts";
import { migrate, migrationsOnDisk } from "../platform/migrate.ts";
import { openLedgerRecords } from "./ledger-record.ts";
import { hashPassword } from "./password-hash.ts";

const { owner, url } = await testDb();
const FIRST_OF_THIS = "0135-signer-store.sql";

/** A database as the version before `first` left it. */
async function anOlder(name: string, first: string): Promise<{ client: pg.Client; url: string }> {
  await owner.query(`create database ${name} owner ${LOGINS.owner}`);
  const older = url.replace(/\/test_\w+/, `/${name}`);
  const client = new pg.Client({ connectionString: older });
  await client.connect();
  await client.query(
    "create table migrations (name text primary key, digest text not null, at timestamptz not null default clock_timestamp())",
  );
  for (const { name: migration, text, digest } of migrationsOnDisk().filter((one) => one.name < first)) {
    await client.query(text);
    await client.query("insert into migrations (name, digest) values ($1, $2)", [migration, digest]);
  }
  return { client, url: older };
}

const PERSON = `insert into users (external_id, username, username_skeleton, email_sealed, email_index, password_hash,
    first_name_sealed, last_name_sealed, birth_date_sealed, country_iso, referral_code, last_seen_at, created_at)
  values (gen_random_uuid(), $1, $1, '', convert_to($1, 'utf8'), $2, '', '', '', 'DE', $1, now(), now())
  returning id`;

test("passwords and proved send-outs of the version before are those of this one", async (t) => {
  const name = `${/test_\w+/.exec(url)?.[0]}_older`;
  const { client, url: older } = await anOlder(name, FIRST_OF_THIS);
  t.after(() => owner.query(`drop database ${name} with (force)`));
  const [ada, robot] = [
    (await client.query(PERSON, ["ada", await hashPassword("amber otter sails home")])).rows[0].id as string,
    (await client.query(PERSON, ["robot", "none"])).rows[0].id as string,
  ];
  const session = await client.query(
    `insert into sessions (public_id, token_hash, user_id, created_at, seen_at, proved_at, token_at, expires_at, idle_hours, ip, user_agent)
     values ('p', '', $1, now(), now(), now(), now(), now() + interval '1 day', 1, '', '') returning id`,
    [ada],
  );
  const quote = await client.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ('QuoteOfBefore', $1, 'ETH', 'there', 7, 1, 1, now(), now()) returning id`,
    [ada],
  );
  await client.query(
    `insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     values ('SentBefore1234', $1, $2, 'ETH', 'there', 7, 1, 1, 'pending', now(), now())`,
    [quote.rows[0].id, ada],
  );
  await client.query(
    `insert into proofs (subject, user_id, session_id, method, proved_at, spent_at)
     values ('send_out_reserve:SentBefore1234', $1, $2, 'password', now(), now()), ('trade_release:1:1', $1, $2, 'password', now() - interval '11 hours', now())`,
    [ada, session.rows[0].id],
  );
  await client.end();

  const applied = await migrate(older);
  assert.equal(applied[0], FIRST_OF_THIS);
  const signerUrl = urlAs(older, { login: LOGINS.signer });
  const verifier = openVerifier({ signerUrl, origin: "http://localhost", log: testLog });
  t.after(() => verifier.close());
  const isRight = (userId: string, password: string) =>
    verifier.checkPassword({ userId, password, purpose: "sign_in" });
  assert.equal(await isRight(ada, "amber otter sails home"), true);
  assert.equal(await isRight(ada, "amber otter sails away"), false);
  assert.equal(await isRight(robot, "none"), false);
  const records = openLedgerRecords(signerUrl);
  t.after(() => records.close());
  assert.equal((await records.findSendOut("SentBefore1234"))?.isProved, true);
});

test("a passkey of the version before is the same key in this one", async (t) => {
  const name = `${/test_\w+/.exec(url)?.[0]}_keys`;
  const { client, url: older } = await anOlder(name, "0883-passkeys-in-cose.sql");
  t.after(() => owner.query(`drop database ${name} with (force)`));
  const keys = [
    generateKeyPairSync("ec", { namedCurve: "P-256" }),
    generateKeyPairSync("ed25519"),
    generateKeyPairSync("rsa", { modulusLength: 2048 }),
    generateKeyPairSync("rsa", { modulusLength: 4096 }),
    generateKeyPairSync("rsa", { modulusLength: 3072, publicExponent: 3 }),
  ].map((pair) => pair.publicKey);
  // Whose they are matters to nothing here.
  await client.query("alter table passkeys disable trigger user, drop constraint passkeys_user_id_fkey");
  await client.query("select enroll_passkeys(array_fill(1::bigint, array[$1::int]), $2, $3)", [
    keys.length + 1,
    [...keys.keys(), "odd"].map(String),
    [...keys.map((key) => key.export({ type: "spki", format: "der" })), Buffer.from("odd")],
  ]);
  await client.query("alter table passkeys enable trigger user");
  await migrate(older);
  const { rows } = await client.query("select id, public_key from passkeys order by id");
  await client.end();
  assert.deepEqual(
    rows.map((row) => [row.id, row.public_key.toString("hex")]),
    [
      ...keys.map((key, index) => [String(index), Buffer.from(coseOf(key)).toString("hex")]),
      ["odd", Buffer.from("odd").toString("hex")],
    ],
  );
});
