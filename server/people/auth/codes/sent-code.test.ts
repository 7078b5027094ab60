// Guards: a user who waits for a code reads the delivery status of its message, from its carrier: sent, refused or dropped; an
// unknown status is no failure; and nobody reads another user's.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { confirmPhone, sendPhoneCode } from "#contract/people/phones.ts";
import { getNotificationSettings, subscribePush } from "#contract/reach/notifications.ts";
import type { CODE_KINDS } from "#contract/people/sign-in/proofs.ts";
import { getSignInCode, sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { mailJob } from "../../../platform/mail/mail.ts";
import { afterTests } from "../../../testing/after-tests.ts";
import { aPerson, signIn, TEST_PASSWORD, type TestClient, testApp } from "../../../testing/index.ts";
import { startPushService } from "../../../testing/outside/push-service.ts";
import { signingIn } from "../../../testing/people/signing-in.ts";
import { startTwilio, TWILIO_KEY, TWILIO_SECRET, TWILIO_SERVICE } from "../../../testing/outside/twilio-service.ts";

let publicKey = "";
const [service, push] = [await startTwilio(), await startPushService(() => publicKey)];
const twilio = { key: TWILIO_KEY, secret: TWILIO_SECRET, service: TWILIO_SERVICE, api: service.api };
const app = await testApp({ config: { demo: false, twilio, pushService: push.origin } });
const people = signingIn(app);
const { owner } = app;
const MINUTE = 60_000;
const password = { password: TEST_PASSWORD };

const carry = async () => {
  await app.runJob("carry-factor-codes");
  await app.runJob("send-phone-codes");
};

/** Confirms by codes by text, and by nothing better. */
async function aSeller(digits: string) {
  await app.runJob("send-phone-codes");
  const { id, client } = await aPerson(app);
  await owner.query("delete from passkeys where user_id = $1", [id]);
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [id, reference]);
  const phone = `+4915199${digits}`;
  await client.call(sendPhoneCode, { body: { phone, isCitizenshipConsentAccepted: true } });
  await app.runJob("send-phone-codes");
  await client.call(confirmPhone, { body: { phoneCode: service.got(phone)?.code ?? "" } });
  await app.moveClock(11 * MINUTE);
  await client.call(calls.enableTwoFactor, { body: { ...password, type: "sms" } });
  await carry();
  const code = service.got(phone)?.code ?? "";
  assert.equal((await client.call(calls.verifyTwoFactor, { body: { code, type: "sms" } })).code, "");
  await app.moveClock(11 * MINUTE);
  return { id, client, phone, wanted: { kind: "close_account", id: "account" } as const };
}
type Seller = Awaited<ReturnType<typeof aSeller>>;

const ask = ({ client, wanted }: Seller) => client.call(calls.sendTextCode, { query: wanted });
const seen = async (client: TestClient, wanted: { kind: (typeof CODE_KINDS)[number]; id: string }) =>
  (await client.call(calls.getSentCode, { query: wanted })).data;
const NOT_SENT = { sent: false, error: false };

test("a code by text is on its way until its carrier has taken it, and nobody else sees it", async () => {
  const eve = await aSeller("200002");
  const ada = await aSeller("200001");
  const none = { sms: NOT_SENT, call: NOT_SENT, push: NOT_SENT, email: NOT_SENT, telegram: NOT_SENT, waitSec: 0 };
  assert.deepEqual(await seen(ada.client, ada.wanted), { ...none, delivery: null, errorCode: null });
  assert.deepEqual((await ask(ada)).data.sms, { sent: true, error: false });
  const waiting = await seen(ada.client, ada.wanted);
  assert.deepEqual(
    [waiting.delivery, waiting.sms, waiting.waitSec > 0],
    ["waiting", { sent: true, error: false }, true],
  );
  await carry();
  const there = await seen(ada.client, ada.wanted);
  assert.deepEqual([there.delivery, there.sms, there.call], ["sent", { sent: true, error: false }, NOT_SENT]);
  assert.equal((await seen(eve.client, ada.wanted)).delivery, null);
  assert.equal((await seen(ada.client, { kind: "download_data", id: "account" })).delivery, null);
  assert.equal((await app.client().call(calls.getSentCode, { query: ada.wanted })).status, 401);
});

test("a code that its carrier refused is not sent, says what is wrong with the number, and is asked for anew at once", async () => {
  const ada = await aSeller("200003");
  service.failNext(403, 60410);
  await ask(ada);
  await carry();
  const { delivery, errorCode, sms, waitSec } = await seen(ada.client, ada.wanted);
  assert.deepEqual([delivery, errorCode, sms, waitSec], ["failed", 5, { sent: false, error: true }, 0]);
  assert.equal((await ada.client.call(calls.callPhoneCode, { query: ada.wanted })).code, "", "by a call instead");
  await carry();
  const called = await seen(ada.client, ada.wanted);
  assert.deepEqual([called.delivery, called.call, called.sms], ["sent", { sent: true, error: false }, NOT_SENT]);
  assert.equal((await ask(ada)).code, "auth.throttled", "what got there keeps the next for a minute");
});

test("a code that a limit kept back, or that came too late for its worker, was not sent", async () => {
  const ada = await aSeller("200006");
  await owner.query(
    `insert into phone_messages (user_id, number_index, calling_code, network, channel, about, made_at, next_at, expires_at, state)
     select $1, '', '49', '', 'sms', 'x', market_now(), market_now(), market_now(), 'sent' from generate_series(1, 30)`,
    [ada.id],
  );
  await ask(ada);
  await carry();
  const { delivery, sms } = await seen(ada.client, ada.wanted);
  assert.deepEqual([delivery, sms], ["dropped", { sent: false, error: true }]);
  await owner.query("delete from phone_messages where about = 'x'");
  assert.equal((await ask(ada)).code, "");
  await app.moveClock(6 * MINUTE);
  await carry();
  assert.equal((await seen(ada.client, ada.wanted)).delivery, "dropped");
});

/** A mail server that refuses for good, or takes the email and hangs up. */
async function aMailServer(ends: "refuses" | "hangs up"): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 test\r\n");
    let isData = false;
    socket.on("data", (bytes) => {
      const said = bytes.toString();
      if (isData) return void (said.includes("\r\n.\r\n") && socket.destroy());
      if (said.startsWith("DATA")) isData = true;
      if (said.startsWith("DATA")) return void socket.write("354 go on\r\n");
      const isRefused = said.startsWith("RCPT") && ends === "refuses";
      socket.write(isRefused ? "550 no such mailbox\r\n" : "250 ok\r\n");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterTests(() => server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a user who signs in reads the delivery status of that sign-in's email code: refused by the mail server, unknown, and delivered", async () => {
  const sendMails = (smtpUrl: string) =>
    mailJob.run({ ...app.ports, db: app.dbs.worker, config: { ...app.config, smtpUrl } });
  const ada = await people.withEmailCodes();
  await app.moveClock(2 * MINUTE);
  const { who } = await people.begin(ada);
  const state = async (client = who) => {
    const { code, data } = await client.call(getSignInCode);
    return code === "" ? [data.delivery, data.email.error, data.waitSec] : code;
  };
  await owner.query("update mails set sent_at = market_now() where sent_at is null");
  assert.deepEqual(await state(), [null, false, 0]);
  assert.equal((await who.call(sendSignInCode, { body: { by: "email" } })).code, "");
  await app.runJob("carry-factor-codes");
  await sendMails(await aMailServer("refuses"));
  assert.deepEqual(await state(), ["failed", true, 0]);
  assert.equal((await who.call(sendSignInCode, { body: { by: "email" } })).code, "");
  await owner.query("update mails set sent_at = market_now() where sent_at is null");
  await app.runJob("carry-factor-codes");
  await sendMails(await aMailServer("hangs up"));
  assert.equal((await state())[0], "waiting");
  await owner.query("update mails set attempts = attempts + 1, sent_at = market_now() where sent_at is null");
  assert.equal((await state())[0], "sent");
  const { who: another } = await people.begin(ada);
  assert.deepEqual(await state(another), [null, false, 0], "each of its own");
  assert.equal(await state(people.browser()), "auth.sign_in_gone");
  await app.moveClock(2 * MINUTE);
  assert.equal((await another.call(sendSignInCode, { body: { by: "email" } })).code, "");
  await app.runJob("carry-factor-codes");
  for (let tries = 0; tries < 6; tries++) {
    await sendMails("smtp://127.0.0.1:1");
    assert.equal((await state(another))[0], "waiting", "it is tried again");
    await app.moveClock(5000 * 2 ** tries);
  }
  await sendMails("smtp://127.0.0.1:1");
  assert.deepEqual(await state(another), ["failed", true, 0], "not before the code ends");
});

test("an email whose reason names no code is sent once like any other, and delays no other", async () => {
  const write = (reason: string) =>
    owner.query(
      `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
       values ($1, 'ada@example.org', 'x', 'x', market_now(), market_now())`,
      [reason],
    );
  for (const reason of ["sent-code:null", "sent-code:", "sent-code:99999999999999999999"]) await write(reason);
  await owner.query(
    "update mails set attempts = attempts + 1, sent_at = market_now() where dedupe_key like 'sent-code:%'",
  );
  const { rows } = await owner.query("select from mails where dedupe_key like 'sent-code:%' and sent_at is null");
  assert.equal(rows.length, 0);
});

test("a code by push is there with the first browser, has failed when every service refused it, and dropped where none takes it", async () => {
  const ada = await people.aMember();
  publicKey = (await ada.client.call(getNotificationSettings)).data.pushKey;
  const id = BigInt(ada.id);
  const phone = push.browser();
  const phoneClient = app.client(await app.db.tx((tx) => signIn(tx, id)));
  await phoneClient.call(subscribePush, { body: { endpoint: phone.endpoint, keys: phone.keys } });
  phone.answersWith(500);
  const seenFirst = async () =>
    (await ada.client.call(calls.getSentCode, { query: { kind: "add_factor", id: "push" } })).data;
  await ada.client.call(calls.enableTwoFactor, { body: { ...password, type: "push" } });
  await app.runJob("push-codes");
  assert.deepEqual([(await seenFirst()).delivery, (await seenFirst()).push.error], ["failed", true]);
  phone.answersWith(201);
  const again = () => ada.client.call(calls.resendTwoFactor, { body: { type: "push" } });
  assert.equal((await again()).code, "");
  await app.runJob("push-codes");
  assert.equal((await seenFirst()).delivery, "sent");
  await app.moveClock(2 * MINUTE);
  assert.equal((await again()).code, "");
  await owner.query("delete from push_devices where user_id = $1", [ada.id]);
  await app.runJob("push-codes");
  assert.equal((await seenFirst()).delivery, "dropped");
});

test("a carrier that says no until the code ends has failed, and one that gave no answer has not", async () => {
  const after = async (seller: Seller, minutes: number) => {
    let hasAsked = true;
    for (let minute = 0; minute < minutes; minute++) {
      if (hasAsked) service.failNext(500, 20500);
      const before = service.asked.starts;
      await carry();
      hasAsked = service.asked.starts > before;
      await app.moveClock(MINUTE);
    }
    return (await seen(seller.client, seller.wanted)).delivery;
  };
  const ada = await aSeller("200004");
  await ask(ada);
  assert.equal(await after(ada, 9), "failed");
  const eve = await aSeller("200005");
  await ask(eve);
  service.loseNextAnswer();
  await carry();
  assert.ok(service.got(eve.phone), "it arrived, and the confirmation was lost");
  await app.moveClock(MINUTE);
  assert.equal(await after(eve, 8), "waiting");
});
