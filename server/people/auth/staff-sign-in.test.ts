// Guards: what staff may do takes a session that an authenticator app or a passkey began; play money asks nobody for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as chat from "#contract/market/trades/chat.ts";
import { listDisputes } from "#contract/market/disputes/disputes.ts";
import { reAuthPush } from "#contract/platform/live-tokens.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import { finishLogin } from "#contract/people/sign-in/sign-in.ts";
import { getStaffDesk } from "#contract/staff/staff.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { setFactorOptions } from "#contract/people/sign-in/two-factor.ts";
import { assertWith } from "../../demo/software-key.ts";
import { ids } from "../../platform/ids.ts";
import { aMarket, aUser, offerBody, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { aModerator, openDisputeAndTake } from "../../testing/market/disputes.ts";
import { testKeyOf } from "../../testing/people/proving.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";

const app = await testApp();
const { db, owner } = app;
const market = await aMarket(app);
const { origin } = app.config.publicUrl;

/** As if the password alone had begun it. */
async function weaken({ token }: TestClient): Promise<TestClient> {
  await owner.query("update users set is_demo = false");
  await owner.query("update sessions set is_strong = false where token_hash = sha256(convert_to($1, 'utf8'))", [token]);
  return app.client(token);
}

test("a session that a password began opens nothing of the staff's: no calls, no cases, and still no trading", async () => {
  const moderator = await aModerator(market);
  const params = { id: await openDisputeAndTake(market, { moderator }) };
  assert.equal((await moderator.call(getTrade, { params })).status, 200);
  const weak = await weaken(await aModerator(market));
  assert.equal((await weak.call(listDisputes)).code, "auth.second_factor_needed");
  assert.equal((await weak.call(getTrade, { params })).status, 404);
  assert.equal((await weak.call(createOffer, { body: offerBody() })).code, "auth.staff_account");
  assert.equal((await weak.call(auth.listSessions)).status, 200, "it is a session like others'");
  const admin = await weaken(await aModerator(market, "admin"));
  assert.equal((await admin.call(getStaffDesk)).code, "auth.second_factor_needed");
});

test("a moderator reads, writes and downloads in a dispute's chat, and gets its events, only in a strong session and while the role lasts", async () => {
  const moderator = await aModerator(market);
  const params = { id: await openDisputeAndTake(market, { moderator }) };
  const upload = await uploadAs(app, market.buyer.client, await aPicture());
  const posted = { params, body: { text: "here it is", upload_id: upload.id } };
  assert.equal((await market.buyer.client.call(chat.postMessage, posted)).status, 200);
  const of = async (client: TestClient) => [
    (await client.call(chat.listMessages, { params })).status,
    (await client.call(chat.postMessage, { params, body: { text: "I look at it" } })).status,
    (await client.call(chat.markMessagesRead, { params, body: { message_id: "1" } })).status,
    (await app.app.fastify.inject({ url: upload.url, headers: { cookie: `parley=${client.token}` } })).statusCode,
    (await client.call(reAuthPush, { body: { channels: ["user"] } })).data.channels.length,
  ];
  assert.deepEqual(await of(moderator), [200, 200, 200, 200, 1]);
  const { rows } = await owner.query(
    "select user_id, external_id from sessions join users on users.id = user_id where token_hash = sha256(convert_to($1, 'utf8'))",
    [moderator.token],
  );
  const countMessages = async () => {
    await app.deliverEvents();
    const found = await owner.query("select count(*)::int as many from live_messages where channel = $1", [
      `user:${rows[0].external_id}`,
    ]);
    return found.rows[0].many as number;
  };
  const weak = await weaken(moderator);
  assert.deepEqual(await of(weak), [404, 404, 404, 404, 0], "a weak session");
  const before = await countMessages();
  await owner.query("update sessions set is_strong = true where user_id = $1", [rows[0].user_id]);
  await owner.query("delete from user_roles where user_id = $1", [rows[0].user_id]);
  assert.deepEqual((await of(app.client(moderator.token))).slice(0, 4), [404, 404, 404, 404], "without the role");
  assert.equal((await market.buyer.client.call(chat.postMessage, { params, body: { text: "and this" } })).status, 200);
  assert.equal(await countMessages(), before, "nothing is sent to a former staff member");
});

async function aStaffMember(): Promise<{ id: bigint; email: string }> {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const credential = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  const id = await db.tx((tx) => aUser(tx, { email, credential }));
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [id]);
  await owner.query("update users set is_demo = false where id = $1", [id]);
  return { id, email };
}

test("a member of the staff signs in with a passkey, is always asked for it, and has the role then", async () => {
  const { id, email } = await aStaffMember();
  await owner.query("insert into factor_options values ($1, false, false, false, market_now())", [id]);
  const client = app.client();
  const { data } = await client.call(auth.login, { body: { email, password: TEST_PASSWORD } });
  assert.notEqual(data.secondFactor, null, "whatever they had chosen before");
  const wanted = { kind: "sign_in", id: data.secondFactor?.id ?? "" } as const;
  const now = await db.read((tx) => tx.readClock());
  const done = await client.call(finishLogin, {
    body: { passkey: assertWith(testKeyOf(id), { origin, wanted, now }) },
  });
  assert.equal(done.status, 200, done.code);
  assert.equal((await client.call(listDisputes)).status, 200);
  const shown = assertWith(testKeyOf(id), { origin, wanted: { kind: "remove_factor", id: "options" }, now });
  const body = { passkey: shown, login: false, release: true, sendout: true };
  assert.equal((await client.call(setFactorOptions, { body })).code, "two_factor.staff_needs_it");
});

test("a recovery code signs a member of the staff in, to what everybody may", async () => {
  const { id, email } = await aStaffMember();
  const now = await db.read((tx) => tx.readClock());
  const wanted = { kind: "add_factor", id: "recovery_codes" } as const;
  const passkey = assertWith(testKeyOf(id), { origin, wanted, now });
  const made = await app.ports.verifier.changeFactors({
    userId: String(id),
    act: "make_recovery_codes",
    shown: { passkey },
  });
  const client = app.client();
  await client.call(auth.login, { body: { email, password: TEST_PASSWORD } });
  const code = made.outcome === "done" ? made.recoveryCodes?.[0] : "";
  assert.equal((await client.call(finishLogin, { body: { recovery_code: code } })).status, 200);
  assert.equal((await client.call(listDisputes)).code, "auth.second_factor_needed");
});

test("with play money the password opens what staff may do", async () => {
  const { id, email } = await aStaffMember();
  await owner.query("delete from passkeys where user_id = $1", [id]);
  await owner.query("update users set is_demo = true where id = $1", [id]);
  const client = app.client();
  assert.equal((await client.call(auth.login, { body: { email, password: TEST_PASSWORD } })).data.secondFactor, null);
  assert.equal((await client.call(listDisputes)).status, 200);
});
