// Guards: only an address that confirmed gets emails about incidents, once for each change; nothing says who is subscribed; a link from an
// email erases the address, and an address that never confirmed goes after two days.
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmIncidentMail, stopIncidentMail, subscribeToIncidents } from "#contract/site/incident-mail.ts";
import { endIncident, openIncident, updateIncident } from "#contract/site/status.ts";
import { useSealingSecret } from "../../../platform/sealed.ts";
import { stopLink } from "../../../platform/mail/stop-link.ts";
import { halt, lift } from "../../../money/ledger/index.ts";
import { emailMark } from "../../../people/accounts/index.ts";
import { testApp } from "../../../testing/index.ts";
import { aNamedUser } from "../../../testing/people/restrictions.ts";
import { sealSubscribersAnew } from "./seal-anew.ts";
import { MOST_A_DAY } from "./send.ts";
import { aboutStopping } from "./subscribe.ts";

const app = await testApp();
const { owner } = app;
const admin = await aNamedUser(app, "admin");
await app.runJob("look-at-parts");

let network = 0;
const visitor = () => app.client("", `198.51.100.${network++}`);
const subscribe = (email: string, locale: "en" | "es" = "en") =>
  visitor().call(subscribeToIncidents, { body: { email, locale } });
const mailsTo = async (email: string) =>
  (await owner.query("select * from mails where to_address = $1 order by id", [email])).rows as {
    subject: string;
    body_text: string;
    lang: string;
    unsubscribe: string | null;
  }[];
const confirmToken = async (email: string) =>
  /\?confirm=(\S+)/.exec((await mailsTo(email)).at(-1)?.body_text ?? "")?.[1] ?? "";
const confirmed = async (email: string, locale: "en" | "es" = "en") => {
  await subscribe(email, locale);
  await visitor().call(confirmIncidentMail, { body: { token: await confirmToken(email) } });
};
const send = () => app.runJob("mail-incidents");
const incidentMails = async (email: string) => (await mailsTo(email)).filter(({ unsubscribe }) => unsubscribe !== null);
const said = (en: string) => ({ en, es: `${en} (es)` });

test("an address gets emails after it confirmed, in its language, once for each change", async () => {
  await confirmed("mia@example.org", "es");
  await subscribe("noah@example.org");
  const body = { parts: ["trades" as const], state: "partial" as const, text: said("Slow answers.") };
  const opened = await admin.client.call(openIncident, { body });
  const id = opened.data.incidents[0]?.id ?? "";
  await send();
  await send();
  const [first, ...none] = await incidentMails("mia@example.org");
  assert.equal(none.length, 0);
  assert.equal(first?.lang, "es");
  assert.match(first?.body_text ?? "", /Slow answers\. \(es\)/);
  assert.match(first?.body_text ?? "", /\{origin\}\/es\/status#incident-\d+/);
  assert.match(first?.body_text ?? "", /\{stop\}/);
  assert.deepEqual(await incidentMails("noah@example.org"), []);

  await admin.client.call(updateIncident, { body: { id, state: "identified", text: said("Found it.") } });
  await send();
  await admin.client.call(endIncident, { body: { id, text: said("Over.") } });
  await send();
  const [, words, end, ...more] = await incidentMails("mia@example.org");
  assert.match(words?.body_text ?? "", /Found it\./);
  assert.doesNotMatch(words?.body_text ?? "", /Slow answers/);
  assert.match(end?.subject ?? "", / – Resuelto$/);
  assert.match(end?.body_text ?? "", /Over\./);
  assert.equal(more.length, 0);
});

test("a halt that began and ended between two looks is one email", async () => {
  await confirmed("kim@example.org");
  await app.db.tx((tx) => halt(tx, { name: "spot", reason: "a secret reason" }));
  await app.db.tx((tx) => lift(tx, "spot"));
  await send();
  const [mail, ...more] = await incidentMails("kim@example.org");
  assert.match(mail?.subject ?? "", /^Spot trading is halted – Resolved$/);
  assert.doesNotMatch(mail?.body_text ?? "", /secret/);
  assert.equal(more.length, 0);
});

test("the answer is the same for a new, an asked and a confirmed address, and each gets the same email", async () => {
  await confirmed("ida@example.org");
  const [again, fresh] = [await subscribe("IDA@example.org", "es"), await subscribe("new@example.org", "es")];
  assert.deepEqual([again.status, again.data], [fresh.status, fresh.data]);
  const [one, other] = [(await mailsTo("IDA@example.org")).at(-1), (await mailsTo("new@example.org")).at(-1)];
  const withoutLink = (text = "") => text.replace(/confirm=\S+/, "");
  assert.equal(withoutLink(one?.body_text), withoutLink(other?.body_text));
  const { rows } = await owner.query("select lang from status_subscribers where email_index = $1", [
    emailMark("ida@example.org"),
  ]);
  assert.deepEqual(rows, [{ lang: "en" }], "somebody else changes nothing of an address that is confirmed");
});

test("one address is asked a few times within an hour only", async () => {
  const codes = [];
  for (const _ of [1, 2, 3, 4, 5, 6]) codes.push((await subscribe("often@example.org")).code);
  assert.deepEqual(codes, ["", "", "", "", "", "auth.throttled"]);
});

test("a link that we did not write is refused, and one of an erased address", async () => {
  for (const token of ["x", "abc.def", `${await confirmToken("noah@example.org")}x`])
    assert.equal(
      (await visitor().call(confirmIncidentMail, { body: { token } })).code,
      "notification.link_unknown",
      token,
    );
  const other = (await confirmToken("noah@example.org")).split(".")[0] ?? "";
  assert.equal(
    (await visitor().call(stopIncidentMail, { body: { token: `incidents.${other}.x` } })).code,
    "notification.link_unknown",
  );
  assert.equal(
    (await visitor().call(stopIncidentMail, { body: { token: "account.trades.x" } })).code,
    "notification.link_unknown",
  );
});

test("the link of an email erases the address, by a press on its page and by a mail program", async () => {
  for (const [email, press] of [
    ["lea@example.org", (token: string) => visitor().call(stopIncidentMail, { body: { token } })],
    [
      "ben@example.org",
      (token: string) =>
        app.app.fastify.inject({
          method: "POST",
          url: `/status/emails?token=${token}`,
          headers: { "content-type": "application/x-www-form-urlencoded" },
          payload: "List-Unsubscribe=One-Click",
        }),
    ],
  ] as const) {
    await confirmed(email);
    const hash = (await confirmToken(email)).split(".")[0] ?? "";
    const link = stopLink(aboutStopping(hash));
    assert.match(link, /^\/status\/emails\?token=incidents\./);
    const token = link.split("token=")[1] ?? "";
    await press(token);
    await press(token);
    const { rows } = await owner.query("select 1 from status_subscribers where hash = $1", [hash]);
    assert.deepEqual(rows, [], email);
    const late = await visitor().call(confirmIncidentMail, { body: { token: await confirmToken(email) } });
    assert.equal(late.code, "notification.link_unknown");
  }
});

test("an address that was not confirmed is erased after two days, and no other", async () => {
  await subscribe("late@example.org");
  await owner.query(
    "update status_subscribers set asked_at = asked_at - interval '49 hours', confirmed_at = confirmed_at",
  );
  await owner.query("select erase_old_status_subscribers(100)");
  const { rows } = await owner.query(
    "select count(*) filter (where confirmed_at is null)::int as many, count(*)::int as all from status_subscribers",
  );
  assert.equal(rows[0].many, 0);
  assert.ok(rows[0].all >= 3);
});

test("a service that stops again and again is a bounded number of emails", async () => {
  for (let times = 0; times < MOST_A_DAY + 3; times++) {
    await app.db.tx((tx) => halt(tx, { name: "conversions", reason: "again" }));
    await app.db.tx((tx) => lift(tx, "conversions"));
    await send();
  }
  const { rows } = await owner.query("select sum(mails)::int as many from status_mailed");
  assert.equal(rows[0].many, MOST_A_DAY);
});

test("addresses are sealed, and stay readable when the secret is exchanged", async () => {
  const { rows: kept } = await owner.query("select one::text from status_subscribers one");
  assert.ok(kept.length > 0);
  for (const { one } of kept) assert.doesNotMatch(one, /example/);
  const next = Buffer.alloc(32, 7);
  const exchange = { secret: next, sealing: { version: 2, before: app.config.secret } };
  assert.match(await sealSubscribersAnew(app.db, exchange), /^sealed [1-9]\d* subscribers/);
  assert.match(await sealSubscribersAnew(app.db, exchange), /^sealed 0 subscribers/);
  useSealingSecret(next, { version: 2 });
  await owner.query("update status_mailed set mailed_at = mailed_at - interval '2 days'");
  await app.db.tx((tx) => halt(tx, { name: "spot", reason: "again" }));
  await send();
  assert.equal((await incidentMails("mia@example.org")).length > 3, true);
});
