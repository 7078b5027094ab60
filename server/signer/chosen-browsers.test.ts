// Guards: push codes go only to browsers that the owner named and confirmed with a first code, one by one: never to
// one that an attacker added before, and to a later one from when the owner adds it with a factor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { listActivity } from "#contract/people/activity.ts";
import { getNotificationSettings, subscribePush } from "#contract/reach/notifications.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { aMarket, signIn, TEST_PASSWORD, type TestClient, testApp } from "../testing/index.ts";
import { type Browser, startPushService } from "../testing/outside/push-service.ts";

let publicKey = "";
const service = await startPushService(() => publicKey);
const app = await testApp({ config: { pushService: service.origin } });
const { db, owner } = app;
const password = { password: TEST_PASSWORD };
const MINUTE = 61_000;

type Receiver = { readonly browser: Browser; readonly id: string; readonly client: TestClient };
type Seller = { readonly id: bigint; readonly client: TestClient };

async function aSeller(): Promise<Seller> {
  const { id, client } = (await aMarket(app)).seller;
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [id]);
  return { id, client };
}

/** Another browser that is signed in as them, with notifications on. */
async function another({ id, client }: Seller): Promise<Receiver> {
  const before = new Set((await receivers(client)).map((one) => one.id));
  const own = app.client(await db.tx((tx) => signIn(tx, id)));
  const browser = service.browser();
  publicKey = (await own.call(getNotificationSettings)).data.pushKey;
  const { endpoint, keys } = browser;
  assert.equal((await own.call(subscribePush, { body: { endpoint, keys } })).status, 200);
  const added = (await receivers(client)).find((one) => !before.has(one.id));
  return { browser, id: added?.id ?? "none", client: own };
}

const receivers = async (client: TestClient) => (await client.call(calls.getTwoFactor)).data.receivers;

/** How many codes came to each, and the last one of each. */
async function came(...to: readonly Receiver[]): Promise<{ times: number; code: string }[]> {
  await app.runJob("push-codes");
  return to.map((receiver) => {
    const read = inboxes.get(receiver) ?? [];
    inboxes.set(receiver, read);
    for (const { message } of receiver.browser.got()) read.push(/^(\d{6}) /.exec(message.title)?.[1] ?? "none");
    return { times: read.length, code: read.at(-1) ?? "none" };
  });
}

const inboxes = new Map<Receiver, string[]>();

const times = async (...to: readonly Receiver[]) => (await came(...to)).map((one) => one.times);
const codeOn = async (to: Receiver) => (await came(to))[0]?.code ?? "none";

const begin = (client: TestClient, device: string | undefined, shown: object = password) =>
  client.call(calls.enableTwoFactor, { body: { ...shown, type: "push", device } });
const finish = (client: TestClient, code: string) =>
  client.call(calls.verifyTwoFactor, { body: { code, type: "push" } });

async function turnOn(client: TestClient, at: Receiver): Promise<void> {
  assert.equal((await begin(client, at.id)).code, "");
  assert.equal((await finish(client, await codeOn(at))).code, "");
  await app.moveClock(MINUTE);
}

async function askForOne(client: TestClient): Promise<void> {
  const asked = await client.call(calls.postPushPhoneCode, { body: { kind: "close_account", id: "account" } });
  assert.equal(asked.code, "");
}

test("a browser that was planted before codes by push were turned on gets none: each is named, and read a code of its own on", async () => {
  const seller = await aSeller();
  const planted = await another(seller);
  const phone = await another(seller);
  assert.equal((await begin(seller.client, undefined)).code, "two_factor.which_browser");
  assert.equal((await begin(seller.client, phone.id)).code, "");
  assert.deepEqual(await times(planted, phone), [0, 1], "the first code goes to the one that was named");
  assert.equal((await finish(seller.client, await codeOn(phone))).code, "");
  await app.moveClock(MINUTE);
  await askForOne(seller.client);
  assert.deepEqual(await times(planted, phone), [0, 2]);
  assert.deepEqual(
    (await receivers(seller.client)).map(({ id, getsCodes, isHere }) => [id === phone.id, getsCodes, isHere]),
    [
      [false, false, false],
      [true, true, false],
    ],
  );
  // A request that names the planted browser reads nothing, and that browser gets nothing more.
  await app.moveClock(MINUTE);
  const wanted = { kind: "add_factor", id: "push" } as const;
  assert.equal((await seller.client.call(calls.postPushPhoneCode, { body: wanted })).code, "");
  const push_code = await codeOn(phone);
  assert.equal((await begin(seller.client, planted.id, { push_code })).code, "");
  assert.deepEqual(await times(planted, phone), [1, 3]);
  await app.moveClock(MINUTE);
  const { rows } = await owner.query("select device_id from code_devices where confirmed_at is null and user_id = $1", [
    seller.id,
  ]);
  const instead = { kind: "add_factor", id: `push_device:${rows[0].device_id}` } as const;
  const asked = await seller.client.call(calls.postPushPhoneCode, { body: instead });
  assert.equal(asked.code, "two_factor.none", "a code on the phone says nothing of the other browser");
  assert.equal((await finish(seller.client, push_code)).code, "auth.code_wrong", "what confirmed the asking");
  await askForOne(seller.client);
  assert.deepEqual(await times(planted, phone), [1, 4]);
});

test("a phone that comes later is added beside the first with a code that came there, is notified, and holds transfers", async () => {
  const seller = await aSeller();
  const phone = await another(seller);
  await turnOn(seller.client, phone);
  await owner.query("delete from send_out_holds where user_id = $1", [seller.id]);
  const tablet = await another(seller);
  assert.equal(
    (await begin(seller.client, tablet.id)).code,
    "auth.factor_needed",
    "the password is not enough any more",
  );
  const wanted = { kind: "add_factor", id: "push" } as const;
  assert.equal((await seller.client.call(calls.postPushPhoneCode, { body: wanted })).code, "");
  const shown = { push_code: await codeOn(phone) };
  assert.equal((await begin(seller.client, tablet.id, shown)).code, "");
  assert.deepEqual(await times(phone, tablet), [2, 1]);
  await app.moveClock(MINUTE);
  const again = await seller.client.call(calls.resendTwoFactor, { body: { type: "push" } });
  assert.equal(again.code, "");
  assert.deepEqual(await times(phone, tablet), [2, 2], "again to the one that waits for it");
  const added = await finish(seller.client, await codeOn(tablet));
  assert.deepEqual([added.code, added.data.recoveryCodes], ["", null], "those of before stay");
  assert.notEqual(added.data.heldUntil, null);
  const lines = (await seller.client.call(listActivity, { query: {} })).data.map(({ kind, detail }) => [kind, detail]);
  const adding = lines.filter(([kind, detail]) => kind === "factor_added" && detail === "codes by push");
  assert.equal(adding.length, 2);
  await app.moveClock(MINUTE);
  await askForOne(seller.client);
  assert.deepEqual(await times(phone, tablet), [3, 3], "both get codes now");
});

test("a first code of one browser confirms no other, also when another was named meanwhile", async () => {
  const seller = await aSeller();
  const phone = await another(seller);
  const tablet = await another(seller);
  assert.equal((await begin(seller.client, phone.id)).code, "");
  const ofPhone = await codeOn(phone);
  assert.equal((await begin(seller.client, tablet.id)).code, "auth.throttled", "one code a minute");
  assert.equal((await finish(seller.client, ofPhone)).code, "");
  const chosen = (await receivers(seller.client)).filter((one) => one.getsCodes).map((one) => one.id);
  assert.deepEqual(chosen, [phone.id]);

  const other = await aSeller();
  const first = await another(other);
  const second = await another(other);
  await begin(other.client, first.id);
  const ofFirst = await codeOn(first);
  await app.moveClock(MINUTE);
  assert.equal((await begin(other.client, second.id)).code, "");
  // As if the newer one had not put it out.
  await owner.query("update sent_codes set tries_left = 5 where user_id = $1", [other.id]);
  await owner.query("delete from sent_codes where user_id = $1 and id = (select max(id) from sent_codes)", [other.id]);
  assert.equal((await finish(other.client, ofFirst)).code, "auth.code_wrong");
});

test("a user who turned codes by push off chooses anew, and an earlier browser gets none", async () => {
  const seller = await aSeller();
  const phone = await another(seller);
  const tablet = await another(seller);
  await turnOn(seller.client, phone);
  const off = await seller.client.call(calls.deactivateTwoFactor, { body: { ...password, type: "push" } });
  assert.equal(off.code, "");
  await app.moveClock(MINUTE);
  await turnOn(seller.client, tablet);
  await askForOne(seller.client);
  assert.deepEqual(await times(phone, tablet), [1, 2]);
});

test("a push service that never answers keeps nobody else's code back, and is given up after five seconds", async () => {
  const slow = await aSeller();
  const dead = await another(slow);
  await turnOn(slow.client, dead);
  const quick = await aSeller();
  const phone = await another(quick);
  await turnOn(quick.client, phone);
  dead.browser.staysSilent();
  await askForOne(slow.client);
  const asked = service.asked();
  const began = performance.now();
  let hasEnded = false;
  const running = app.runJob("push-codes").then(() => {
    hasEnded = true;
  });
  while (service.asked() === asked) await wait(20);
  await askForOne(quick.client);
  const wasAskedMs = performance.now();
  const codes: unknown[] = [];
  while (codes.length === 0 && !hasEnded) {
    await wait(50);
    codes.push(...phone.browser.got());
  }
  assert.equal(codes.length, 1);
  assert.ok(performance.now() - wasAskedMs < 3000, "while the other one is still waited for");
  await running;
  assert.ok(performance.now() - began < 9000);
});

test("the first code counts in the session that chose the browser: who has that browser types it in vain", async () => {
  const seller = await aSeller();
  const planted = await another(seller);
  const elsewhere = app.client(await db.tx((tx) => signIn(tx, seller.id)));
  assert.equal((await begin(seller.client, planted.id)).code, "");
  const code = await codeOn(planted);
  for (const client of [planted.client, elsewhere]) assert.equal((await finish(client, code)).code, "two_factor.none");
  assert.equal((await finish(seller.client, code)).code, "");
});
