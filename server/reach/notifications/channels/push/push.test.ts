// Guards: a browser that subscribed gets what its owner wants there, encrypted to it and signed by us, until its session ends;
// a push service that is away is asked again, one that knows it no more is left alone, and no address of our own networks is
// ever asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { logout } from "#contract/people/sign-in/auth.ts";
import { saveSettings } from "#contract/people/accounts.ts";
import * as calls from "#contract/reach/notifications.ts";
import { openPush, pushKeysOf } from "../../../../platform/outside/providers/push-service.ts";
import { aPerson, testApp } from "../../../../testing/index.ts";
import { type Browser, startPushService } from "../../../../testing/outside/push-service.ts";

let publicKey = "";
const service = await startPushService(() => publicKey);
const app = await testApp({ config: { pushService: service.origin, mailFrom: "Parley <hello@parley.example>" } });
const { owner, dbs } = app;
await app.standStill("2026-11-23T12:00:00Z");

type Person = Awaited<ReturnType<typeof aPerson>>;

async function subscribed(browser: Browser = service.browser()): Promise<{ person: Person; browser: Browser }> {
  const person = await aPerson(app);
  publicKey = (await person.client.call(calls.getNotificationSettings)).data.pushKey;
  const { endpoint, keys } = browser;
  const { data } = await person.client.call(calls.subscribePush, { body: { endpoint, keys } });
  assert.equal(data.devices, 1);
  return { person, browser };
}

async function happens({ id }: Person): Promise<void> {
  await dbs.web.tx(async (tx) =>
    tx.emit({
      type: "wallet.deposit_credited",
      subject: "x",
      payload: { userId: String(id), cryptoCurrencyCode: "BTC", amount: "0.5", txid: null },
    }),
  );
  await app.deliverEvents();
}
const send = async () => {
  await app.runJob("send-pushes");
  await app.runJob("send-slow-pushes");
};
const sends = async () =>
  (await owner.query("select * from notification_sends order by id desc")).rows as Record<string, unknown>[];

test("a browser decrypts what happened, in its reader's language, from a sender that its push service knows", async () => {
  const { person, browser } = await subscribed();
  await person.client.call(saveSettings, { body: { locale: "es" } });
  await happens(person);
  assert.deepEqual(browser.got(), [], "sent before the transaction that wrote it had ended");
  await send();
  await send();
  const [pushed, ...more] = browser.got();
  assert.ok(pushed);
  assert.deepEqual(more, [], "sent twice");
  const { receipt, id, ...shown } = pushed.message;
  assert.deepEqual(shown, {
    title: "Depósito acreditado",
    body: "0,5 BTC",
    link: "/es/wallet?sourceId=push",
    lang: "es",
    dir: "ltr",
  });
  assert.equal(pushed.claims.aud, service.origin);
  assert.equal(pushed.claims.sub, "mailto:hello@parley.example");
  assert.equal(pushed.headers["content-encoding"], "aes128gcm");

  const say = (body: { receipt: string; state: "delivered" | "opened" }) =>
    app.app.fastify.inject({ method: "POST", url: calls.confirmPush.path, payload: body });
  const forged = receipt.replace(/^\d+/, "999");
  assert.equal((await say({ receipt: forged, state: "opened" })).statusCode, 404);
  assert.equal((await say({ receipt: "1.x", state: "opened" })).statusCode, 404);
  assert.equal((await say({ receipt, state: "delivered" })).statusCode, 200);
  assert.equal((await person.client.call(calls.listNotifications, { query: {} })).meta.unread, 1);
  assert.equal((await say({ receipt, state: "opened" })).statusCode, 200);
  assert.equal(
    (await person.client.call(calls.listNotifications, { query: {} })).meta.unread,
    0,
    "what was opened is read",
  );
  const [row] = await sends();
  assert.deepEqual([String(row?.notification_id), row?.attempts], [id, 1]);
  assert.ok(row?.sent_at && row.delivered_at && row.opened_at);
});

test("nothing goes to a browser that its owner does not want it in, that was unsubscribed, or whose session ended", async () => {
  const { person, browser } = await subscribed();
  await person.client.call(saveSettings, { body: { notifications: { deposit_confirmed: ["web", "email"] } } });
  await happens(person);
  await send();
  assert.deepEqual(browser.got(), []);
  await person.client.call(saveSettings, { body: { notifications: { deposit_confirmed: ["web", "app"] } } });
  // Waiting while the session ends: what was written before goes nowhere either.
  await happens(person);
  await person.client.call(logout);
  await happens(person);
  await send();
  assert.deepEqual(browser.got(), []);
  const [row] = await sends();
  assert.equal(row?.fault, "not there any more");

  const other = await subscribed();
  const stranger = await aPerson(app);
  const { endpoint } = other.browser;
  await stranger.client.call(calls.unsubscribePush, { body: { endpoint } });
  await happens(other.person);
  await send();
  assert.equal(other.browser.got().length, 1, "another user unsubscribed it");
  const { data } = await other.person.client.call(calls.unsubscribePush, { body: { endpoint } });
  assert.equal(data.devices, 0);
  await happens(other.person);
  await send();
  assert.deepEqual(other.browser.got(), []);
});

test("nothing goes to a browser whose session has ended by itself", async () => {
  for (const ended of ["expires_at = market_now()", "seen_at = market_now() - make_interval(hours => idle_hours)"]) {
    const { person, browser } = await subscribed();
    await happens(person);
    await app.owner.query(`update sessions set ${ended} where user_id = $1`, [person.id]);
    await send();
    await happens(person);
    await send();
    assert.deepEqual(browser.got(), [], ended);
  }
});

test("a browser belongs to the last account that signed in in it, and an account has ten", async () => {
  const { person: first, browser } = await subscribed();
  const { person: second } = await subscribed(browser);
  await happens(first);
  await happens(second);
  await send();
  assert.equal(browser.got().length, 1);
  for (let index = 0; index < 12; index++) {
    const { endpoint, keys } = service.browser();
    await app.moveClock(1000);
    await second.client.call(calls.subscribePush, { body: { endpoint, keys } });
  }
  await happens(second);
  await send();
  assert.deepEqual(browser.got(), [], "the oldest is still among them");
  assert.equal((await second.client.call(calls.getNotificationSettings)).data.devices, 10);
});

test("a push service that is away is asked later, as it says, and given up after six times in two hours; one that is gone at once", async () => {
  const { person, browser } = await subscribed();
  browser.answersWith(503, { "retry-after": "120" });
  await happens(person);
  await send();
  await app.moveClock(119_000);
  await send();
  assert.equal((await sends())[0]?.attempts, 1, "asked before the time that it named");
  await app.moveClock(1000);
  browser.answersWith(201);
  await send();
  assert.equal(browser.got().length, 1);

  browser.answersWith(500);
  await happens(person);
  for (let index = 0; index < 8; index++) {
    await send();
    await app.moveClock(6500_000);
  }
  const [given] = await sends();
  assert.deepEqual(
    [given?.attempts, given?.fault, given?.failed_at !== null],
    [6, "the push service answers 500", true],
  );
  assert.equal((await person.client.call(calls.getNotificationSettings)).data.devices, 0, "it took nothing for hours");

  browser.answersWith(410);
  await happens(person);
  await send();
  assert.equal((await person.client.call(calls.getNotificationSettings)).data.devices, 0);
  const before = service.asked();
  await happens(person);
  await send();
  assert.equal(service.asked(), before, "asked again after it was gone");
});

test("no connection of the database waits for a push service", async () => {
  const { person, browser } = await subscribed();
  await happens(person);
  let seen = { total: 0, idle: -1 };
  service.beforeAnswering(async () => {
    seen = dbs.worker.load();
  });
  await send();
  service.beforeAnswering(async () => {});
  assert.equal(browser.got().length, 1);
  assert.equal(seen.total, seen.idle, "a connection waited for it");
});

test("an address that is not of the internet is never asked, whether it is written or looked up", async () => {
  const { keys } = service.browser();
  const { client } = await aPerson(app);
  const subscribe = (endpoint: string) => client.call(calls.subscribePush, { body: { endpoint, keys } });
  for (const endpoint of [
    "http://push.example.com/x",
    "https://10.0.0.7/x",
    "https://[fd00::1]/x",
    "https://[::ffff:10.0.0.7]/x",
    "https://169.254.169.254/latest",
    "https://push.example.com:8443/x",
    "https://user:word@push.example.com/x",
    "ftp://push.example.com/x",
  ])
    assert.equal((await subscribe(endpoint)).code, "notification.push_unusable", endpoint);
  for (const broken of [
    { ...keys, p256dh: keys.auth },
    { ...keys, auth: "abcd" },
    { ...keys, p256dh: "B".repeat(87) },
  ]) {
    const answer = await client.call(calls.subscribePush, {
      body: { endpoint: "https://push.example.com/x", keys: broken },
    });
    assert.equal(answer.code, "notification.push_unusable");
  }

  const secret = new Uint8Array(32).fill(7);
  assert.equal(pushKeysOf(secret).publicKey.length, 87);
  const sender = (found: string[]) =>
    openPush({
      secret,
      contact: "a@b.example",
      ownService: undefined,
      lookup: (_name, _options, done) =>
        done(
          null,
          found.map((address) => ({ address, family: 4 })),
        ),
    });
  const before = service.asked();
  for (const found of [["127.0.0.1"], ["93.184.216.34", "10.0.0.7"], []]) {
    const said = await sender(found)({ endpoint: "https://push.example.com/x", ...keys }, "{}");
    assert.deepEqual(said, { outcome: "gone", fault: "push.example.com is not a public address" }, found.join());
  }
  for (const endpoint of [`${service.origin}/push/x`, "https://localhost/x", "https://127.0.0.1/x"])
    assert.equal((await sender([])({ endpoint, ...keys }, "{}")).outcome, "gone", endpoint);
  assert.equal(service.asked(), before);
});

test("a browser that has not answered in time keeps back none of those that do", async () => {
  const [quick, slow] = [await subscribed(), await subscribed()];
  for (const { person } of [quick, slow]) await happens(person);
  await app.runJob("send-pushes");
  assert.deepEqual([quick.browser.got(), slow.browser.got()], [[], []], "both are new");
  slow.browser.answersWith(503);
  await send();
  assert.equal(quick.browser.got().length, 1);
  slow.browser.answersWith(201);
  for (const { person } of [quick, slow]) await happens(person);
  await app.runJob("send-pushes");
  assert.deepEqual([quick.browser.got().length, slow.browser.got().length], [1, 0]);
  await app.runJob("send-slow-pushes");
  assert.equal(slow.browser.got().length, 1);
  await happens(slow.person);
  await app.runJob("send-pushes");
  assert.equal(slow.browser.got().length, 1, "it has answered, and goes with the others");
});

test("news that nobody sent for a day are given up", async () => {
  const { person, browser } = await subscribed();
  await happens(person);
  await app.moveClock(23 * 3_600_000);
  await app.runJob("give-up-sends");
  await send();
  assert.equal(browser.got().length, 1);
  await happens(person);
  await app.moveClock(25 * 3_600_000);
  await app.runJob("give-up-sends");
  await send();
  assert.deepEqual(browser.got(), []);
  assert.equal((await sends())[0]?.fault, "too late");
});
