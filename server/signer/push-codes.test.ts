// Guards: a push code goes to the browsers and phones that the owner chose with a proof, to no later or foreign one,
// and never to the requesting one; it confirms only its own act, and is as weak as other codes.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { getNotificationSettings, subscribePush } from "#contract/reach/notifications.ts";
import { finishLogin, sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { ids } from "../platform/ids.ts";
import { aMarket, aTrade, signIn, TEST_PASSWORD, type TestClient, testApp } from "../testing/index.ts";
import { type Browser, startPushService } from "../testing/outside/push-service.ts";

let publicKey = "";
const service = await startPushService(() => publicKey);
const app = await testApp({ config: { pushService: service.origin } });
const { db, dbs, owner } = app;
const { verifier } = app.ports;
const password = { password: TEST_PASSWORD };
const MINUTE = 61_000;

type Plain = { readonly id: bigint; readonly email: string; readonly client: TestClient };
type WithPhone = Plain & { readonly phone: Browser; readonly phoneClient: TestClient };

async function makePlain(id: bigint): Promise<void> {
  const reference = await verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [id]);
}

async function subscribe(client: TestClient, browser = service.browser()): Promise<Browser> {
  publicKey = (await client.call(getNotificationSettings)).data.pushKey;
  const { endpoint, keys } = browser;
  assert.equal((await client.call(subscribePush, { body: { endpoint, keys } })).status, 200);
  return browser;
}

/** A seller at a computer who is also signed in on a phone. */
async function aSeller(): Promise<{ market: Awaited<ReturnType<typeof aMarket>>; seller: WithPhone }> {
  const market = await aMarket(app);
  const { id, client } = market.seller;
  await makePlain(id);
  const phoneClient = app.client(await db.tx((tx) => signIn(tx, id)));
  const phone = await subscribe(phoneClient);
  return { market, seller: { id, email: "", client, phone, phoneClient } };
}

async function newsOn(browser: Browser): Promise<{ code: string; body: string; times: number }> {
  await app.runJob("push-codes");
  const got = browser.got();
  const { title = "", body = "" } = got.at(-1)?.message ?? {};
  return { code: /^(\d{6}) /.exec(title)?.[1] ?? "none", body, times: got.length };
}
const codeOn = async (browser: Browser) => (await newsOn(browser)).code;

async function turnOn({ client, phone }: WithPhone): Promise<void> {
  const begun = await client.call(calls.enableTwoFactor, { body: { ...password, type: "push" } });
  assert.equal(begun.code, "");
  const first = await client.call(calls.verifyTwoFactor, { body: { code: await codeOn(phone), type: "push" } });
  assert.deepEqual([first.code, first.data.channels.push.state], ["", 1]);
  await app.moveClock(MINUTE);
}

const ask = (client: TestClient, id: string) => client.call(calls.postPushPhoneCode, { body: { kind: "release", id } });
const prove = (client: TestClient, id: string, shown: object) =>
  client.call(auth.prove, { body: { for: { kind: "release", id }, ...shown } });

test("codes by push are turned on with the password and the first code, and confirm a release within the limit", async () => {
  const { market, seller } = await aSeller();
  const id = await aTrade(market, "paid");
  assert.equal((await ask(seller.client, id)).code, "two_factor.none", "not on yet");
  await turnOn(seller);
  assert.equal((await prove(seller.client, id, password)).code, "auth.factor_needed", "in place of the password");
  const sent = await ask(seller.client, id);
  assert.deepEqual([sent.code, sent.data?.push], ["", { sent: true, error: false }]);
  const { code, body } = await newsOn(seller.phone);
  assert.match(body, new RegExp(`release the coins of trade ${id}`));
  assert.equal((await prove(seller.client, id, { push_code: code })).code, "");
  const { rows } = await owner.query("select method, usd_cents from proofs where user_id = $1", [seller.id]);
  assert.deepEqual(
    [rows[0].method, Number(rows[0].usd_cents) > 0],
    ["push", true],
    "counted with what a password lets go",
  );
  const other = await seller.client.call(calls.pushPhoneCode, { query: { kind: "close_account", id: "account" } });
  assert.deepEqual([other.code, other.data?.push.sent], ["", true], "the given GET does the same");
});

test("the browser that asks gets none: a stolen session reads no code, and with one browser there is none to turn on", async () => {
  const { market, seller } = await aSeller();
  await turnOn(seller);
  const thief = await subscribe(seller.client);
  assert.equal((await ask(seller.client, await aTrade(market, "paid"))).code, "");
  assert.notEqual(await codeOn(seller.phone), "none");
  assert.deepEqual(thief.got(), [], "it was subscribed later, and asks");
  await app.moveClock(MINUTE);
  assert.equal(
    (await ask(seller.phoneClient, await aTrade(market, "paid"))).code,
    "two_factor.none",
    "the phone itself",
  );

  const { seller: single } = await aSeller();
  const begun = await single.phoneClient.call(calls.enableTwoFactor, { body: { ...password, type: "push" } });
  assert.equal(begun.code, "two_factor.no_receiver");
});

test("what the web puts among the subscriptions gets no code, and what it changes there changes nothing", async () => {
  const { market, seller } = await aSeller();
  await turnOn(seller);
  const own = service.browser();
  const { rows } = await owner.query("select session_id from push_devices where user_id = $1", [seller.id]);
  await dbs.web.tx(async (tx) => {
    await tx.rows`
      insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
      values (${seller.id}, ${rows[0].session_id}, ${ids.hash()}, ${own.endpoint}, ${own.keys.p256dh}, ${own.keys.auth},
        ${tx.now})`;
    await tx.rows`
      update push_devices set endpoint = ${own.endpoint}, p256dh = ${own.keys.p256dh}, auth = ${own.keys.auth}
      where user_id = ${seller.id}`;
  });
  assert.equal((await ask(seller.client, await aTrade(market, "paid"))).code, "");
  assert.equal((await newsOn(seller.phone)).times, 1, "once, where it was chosen");
  assert.deepEqual(own.got(), []);
  await assert.rejects(
    dbs.web.tx((tx) => tx.rows`select from code_devices`),
    /permission denied/,
  );
  await assert.rejects(
    dbs.web.tx((tx) => tx.rows`select from take_push_codes(1)`),
    /permission denied/,
  );
});

test("codes by push finish a sign-in; when the phone was signed out they come by email, so that nobody is shut out", async () => {
  const { seller } = await aSeller();
  await turnOn(seller);
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const other = app.client();
  await other.call(auth.register, { body: { email, password: TEST_PASSWORD } });
  const { rows } = await owner.query(
    "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id",
  );
  const id = BigInt(rows[0].id);
  const phoneClient = app.client(await db.tx((tx) => signIn(tx, id)));
  const phone = await subscribe(phoneClient);
  await turnOn({ id, email, client: other, phone, phoneClient });
  const begin = async () => {
    const who = app.client();
    const { data } = await who.call(auth.login, { body: { email, password: TEST_PASSWORD } });
    return { who, channels: data.secondFactor?.channels };
  };
  const { who, channels } = await begin();
  assert.deepEqual(channels, ["push"]);
  assert.equal((await who.call(sendSignInCode, { body: { by: "push" } })).code, "");
  assert.equal((await who.call(finishLogin, { body: { push_code: await codeOn(phone) } })).status, 200);
  await phoneClient.call(auth.logout);
  assert.deepEqual((await begin()).channels, ["email"]);
});

test("a user with push only confirms by email once the phone was signed out or idle for long, and never by the password", async () => {
  const { market, seller } = await aSeller();
  await turnOn(seller);
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [seller.id]);
  const id = await aTrade(market, "paid");
  const byEmail = () => seller.client.call(calls.sendMailCode, { query: { kind: "release", id } });
  assert.equal((await byEmail()).code, "two_factor.none", "the phone takes them");
  await owner.query(
    "update sessions set seen_at = seen_at - interval '8 days' where id = (select session_id from push_devices where user_id = $1)",
    [seller.id],
  );
  assert.equal((await ask(seller.client, id)).code, "two_factor.none");
  assert.equal((await prove(seller.client, id, password)).code, "auth.factor_needed");
  const { channels } = (await seller.client.call(calls.getTwoFactor)).data;
  assert.deepEqual([channels.push.state, channels.email], [1, { state: 1, addedAt: null }]);
  assert.equal((await byEmail()).data?.email.sent, true);
  await app.runJob("carry-factor-codes");
  const { rows } = await owner.query(
    "select body_text from mails where body_text like '%confirms:%' order by id desc limit 1",
  );
  const email_code = /(?<!\w)\d{6}(?!\w)/.exec(rows[0]?.body_text ?? "")?.[0] ?? "none";
  assert.equal((await prove(seller.client, id, { email_code })).code, "");
});
