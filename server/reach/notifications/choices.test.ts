// Guards: users are notified of an event by their chosen channels, in their language and by an email that they recognize as
// ours; security events cannot be silenced; one press in a mail program stops emails of one area and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import * as calls from "#contract/reach/notifications.ts";
import { mailJob } from "../../platform/mail/mail.ts";
import { aPerson, testApp } from "../../testing/index.ts";
import { catchMails } from "../../testing/outside/mail-server.ts";
import { sendEmailCode } from "../../people/auth/codes/email-codes.ts";
import { aboutText } from "../../people/phones/index.ts";
import { whatOf } from "./short-texts.ts";

const app = await testApp();
const { owner, dbs } = app;
const { smtpUrl, sent } = await catchMails();

type Person = Awaited<ReturnType<typeof aPerson>>;

const save = ({ client }: Person, body: object) => client.call(saveSettings, { body });
const settingsOf = async ({ client }: Person) => (await client.call(calls.getNotificationSettings)).data;

/** Emits the event and delivers it; gives what the page and the mailbox got. */
async function notified({ id, client }: Person, what: "deposit" | "password", amount = "0.5") {
  await dbs.web.tx(async (tx) => {
    if (what === "deposit")
      tx.emit({
        type: "wallet.deposit_credited",
        subject: "x",
        payload: { userId: String(id), cryptoCurrencyCode: "BTC", amount, txid: null },
      });
  });
  if (what === "password")
    await owner.query(
      `insert into events (type, subject, payload, at)
       values ('account.password_changed', $1, '{"detail": "in the settings"}', market_now())`,
      [String(id)],
    );
  await app.deliverEvents();
  await mailJob.run({ ...app.ports, db: dbs.worker, config: { ...app.config, smtpUrl } });
  const { data, meta } = await client.call(calls.listNotifications, { query: {} });
  await client.call(calls.markNotificationsRead);
  return { kinds: data.map(({ kind }) => kind), unread: meta.unread, mails: sent() };
}

test("an event uses the channels that its reader chose, and unnamed events keep theirs", async () => {
  const ada = await aPerson(app);
  const before = await notified(ada, "deposit");
  assert.deepEqual([before.kinds, before.unread, before.mails.length], [["deposit_confirmed"], 1, 1]);
  await save(ada, { notifications: { deposit_confirmed: ["web"] } });
  const quiet = await notified(ada, "deposit");
  assert.deepEqual([quiet.unread, quiet.mails], [1, []]);
  await save(ada, { notifications: { deposit_confirmed: ["email"] } });
  const mailed = await notified(ada, "deposit");
  assert.deepEqual(
    [mailed.kinds.length, mailed.unread, mailed.mails.length],
    [2, 0, 1],
    "the page kept what it was not to show",
  );
  const { events } = await settingsOf(ada);
  const channels = Object.fromEntries(events.map((one) => [one.event, one.channels]));
  assert.deepEqual(channels.deposit_confirmed, ["email"]);
  assert.deepEqual(channels.trade_paid, ["web", "email", "telegram", "app"]);
  assert.equal(channels.staff_granted, undefined, "shown to a user who is not on the staff");
  for (const notifications of [{ nothing: ["web"] }, { dispute_divided: ["web"] }])
    assert.equal((await save(ada, { notifications })).code, "account.settings_invalid");
});

test("a security event reaches page and email whatever the settings say", async () => {
  const ben = await aPerson(app);
  for (const channels of [[], ["web"], ["email", "app"]]) {
    const answer = await save(ben, { notifications: { password_changed: channels } });
    assert.equal(answer.code, "notification.always_on", channels.join());
  }
  assert.equal((await save(ben, { notifications: { password_changed: ["web", "email"] } })).status, 200);
  // As a web process under an attacker's control would write it.
  await dbs.web.tx((tx) => tx.rows`update notification_choices set channels = '{}' where user_id = ${ben.id}`);
  const got = await notified(ben, "password");
  assert.deepEqual([got.kinds, got.unread, got.mails.length], [["password_changed"], 1, 1]);
  assert.equal(got.mails[0]?.header("list-unsubscribe"), undefined, "a link that stops what cannot be stopped");
  const setting = (await settingsOf(ben)).events.find(({ event }) => event === "password_changed");
  assert.deepEqual(
    [setting?.channels, setting?.fixed],
    [
      ["web", "email"],
      ["web", "email"],
    ],
  );
});

test("an email comes in its reader's language, as text and HTML, with the phrase that its reader chose", async () => {
  const mia = await aPerson(app);
  await save(mia, { locale: "ar", mail_phrase: "a <b>blue</b> heron" });
  assert.equal((await settingsOf(mia)).mailPhrase, "a <b>blue</b> heron");
  assert.equal((await save(mia, { mail_phrase: "two\nlines" })).code, "ERROR_INPUT_VALIDATION");
  const [mail] = (await notified(mia, "deposit")).mails;
  assert.ok(mail);
  assert.equal(mail.subject, "تم قيد الإيداع: 0.5 BTC");
  assert.equal(mail.header("content-language"), "ar");
  assert.match(mail.text ?? "", /مرحبًا .*\n\nعبارتك لمكافحة التصيد: a <b>blue<\/b> heron\n\n/);
  assert.match(mail.html ?? "", /<html lang="ar" dir="rtl">.*a &lt;b&gt;blue&lt;\/b&gt; heron/);
  assert.match(mail.html ?? "", /<a href="http:\/\/localhost\/ar\/wallet\?sourceId=email" dir="ltr">/);
  const [other] = (await notified(mia, "password")).mails;
  assert.match(other?.text ?? "", /التغيير: في الإعدادات/);
  await save(mia, { mail_phrase: "", locale: "es" });
  const [plain] = (await notified(mia, "deposit")).mails;
  assert.match(plain?.text ?? "", /^Hola, [^\n]*\n\nTu depósito es definitivo.*\nMonto: 0,5 BTC\nVer detalles: /s);
});

test("amounts are grouped as their reader's language groups them, in every channel", async () => {
  const sendOut = { cryptoCurrencyCode: "USDT", amount: "12500.5", fee: "1", address: "0xbEEF" };
  const conversion = { from: "USDT", fromAmount: "1250000", to: "BTC", toAmount: "12.00000001" };
  const details = { fiat: "1250000.50 USD", crypto: "1234567.25 USDT" };
  const rows = [
    [
      "en",
      "1,250,000.50 USD for 1,234,567.25 USDT",
      "send 12,500.5 USDT to 0xbEEF",
      "convert 1,250,000 USDT to 12.00000001 BTC",
    ],
    [
      "es",
      "1.250.000,50 USD por 1.234.567,25 USDT",
      "enviar 12.500,5 USDT a 0xbEEF",
      "convertir 1.250.000 USDT en 12,00000001 BTC",
    ],
    [
      "ar",
      "1,250,000.50 USD مقابل 1,234,567.25 USDT",
      "إرسال 12,500.5 USDT إلى 0xbEEF",
      "تحويل 1,250,000 USDT إلى 12.00000001 BTC",
    ],
  ] as const;
  for (const [lang, what, sent, converted] of rows) {
    assert.equal(whatOf(details, lang), what);
    assert.equal(aboutText({ kind: "send_out", id: "1", sendOut }, lang), sent);
    assert.equal(aboutText({ kind: "convert", id: "1", conversion }, lang), converted);
  }
  assert.equal(whatOf({ fiat: "1250000 JPY", crypto: "0.5 BTC" }, "en"), "1,250,000 JPY for 0.5 BTC");
  const mia = await aPerson(app);
  await save(mia, { locale: "es" });
  const [mail] = (await notified(mia, "deposit", "12500.25")).mails;
  assert.equal(mail?.subject?.split(": ")[1], "12.500,25 BTC");
  assert.match(mail?.text ?? "", /\nMonto: 12\.500,25 BTC\n/);
});

test("an email to an address that nobody confirmed has no word of the user who typed it", async () => {
  const eve = await aPerson(app);
  await save(eve, { mail_phrase: "claim your prize" });
  await owner.query("alter table users disable trigger confirmed_email_stays");
  await owner.query("update users set email_confirmed_at = null where id = $1", [eve.id]);
  await owner.query("alter table users enable trigger confirmed_email_stays");
  const caller = { ip: "127.0.0.1", userAgent: "", requestId: "", device: undefined, signIn: undefined };
  await dbs.web.tx((tx) => sendEmailCode(tx, { userId: eve.id, caller }));
  const { mails } = await notified(eve, "deposit");
  assert.equal(mails.length, 1);
  assert.doesNotMatch(`${mails[0]?.subject}${mails[0]?.text}${mails[0]?.html}`, /prize/);
});

test("one press in a mail program stops the emails of that area, with no session, and nothing else", async () => {
  const ian = await aPerson(app);
  const [mail] = (await notified(ian, "deposit")).mails;
  assert.equal(mail?.header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
  const url =
    /^<http:\/\/localhost(\/unsubscribe\?token=[\w.-]+)>$/.exec(mail.header("list-unsubscribe") ?? "")?.[1] ?? "";
  assert.ok(mail.text?.includes(`http://localhost${url}`), "the text has the same link");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const press = (address: string, payload = "List-Unsubscribe=One-Click") =>
    app.app.fastify.inject({ method: "POST", url: address, headers, payload });
  const token = url.slice("/unsubscribe?token=".length);
  for (const [address, payload, status] of [
    [url, "", 400],
    ["/unsubscribe", undefined, 400],
    [url.replace(".wallet.", ".trades."), undefined, 404],
    [url.replace(/\.[\w-]+$/, ".x"), undefined, 404],
  ] as const)
    assert.equal((await press(address, payload)).statusCode, status, address);
  await app.app.fastify.inject({ method: "GET", url });
  assert.equal((await notified(ian, "deposit")).mails.length, 1, "a look at the link stopped something");
  assert.equal((await press(url)).statusCode, 200);
  assert.equal((await press(url)).statusCode, 200, "twice is once");
  const parts = (value: string) =>
    `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n${value}\r\n--b--\r\n`;
  const inParts = (value: string) =>
    app.app.fastify.inject({
      ...{ method: "POST", url, payload: parts(value) },
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
  assert.deepEqual([(await inParts("One-Click")).statusCode, (await inParts("Two")).statusCode], [200, 400]);
  const after = await notified(ian, "deposit");
  assert.deepEqual([after.unread, after.mails], [1, []]);
  assert.equal((await notified(ian, "password")).mails.length, 1, "security emails were stopped");
  const { events } = await settingsOf(ian);
  assert.deepEqual(
    // A message of another user goes by email only while nobody opens it.
    [
      ...new Set(
        events
          .filter(({ event, channels }) => event !== "direct_message" && !channels.includes("email"))
          .map(({ area }) => area),
      ),
    ],
    ["wallet"],
  );
  const other = await app.client().call(calls.stopEmails, { body: { token } });
  assert.deepEqual(other.data, { area: "wallet" });
  assert.equal((await app.client().call(calls.stopEmails, { body: { token: "x" } })).code, "notification.link_unknown");
});

test("no other route takes a form, and none but this one goes without its token", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (const url of ["/rest/v1/users/settings", "/rest/v1/notifications/stop-emails"])
    assert.ok(
      [401, 403, 415].includes(
        (await app.app.fastify.inject({ method: "POST", url, headers, payload: "a=b" })).statusCode,
      ),
      url,
    );
});
