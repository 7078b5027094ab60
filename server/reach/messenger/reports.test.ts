// Guards: a report has the reported message and the ten before it, and no others; the staff who open it are in the audit log;
// pages get what is written at once; messages are sealed anew, erased by age, and in their author's archive alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/reach/messenger/messenger.ts";
import { testApp } from "../../testing/index.ts";
import { liveBodies } from "../../testing/kept-texts.ts";
import { aNamedUser as somebody, type NamedUser as Somebody } from "../../testing/people/restrictions.ts";
import { openMessageLine, openReportLine } from "./body.ts";
import { sealMessagesAnew } from "./seal-anew.ts";

const app = await testApp();
const { owner, deliverEvents } = app;

const write = (from: Somebody, id: string, text: string) =>
  from.client.call(calls.postDirectMessage, { params: { id }, body: { text } });

/** Two users with so many messages, written by turns. */
async function aTalk(many: number) {
  const [ada, ben] = [await somebody(app), await somebody(app)];
  const body = { username: ben.username, created_from: "profile" as const, text: "word 1" };
  const { id } = (await ada.client.call(calls.startConversation, { body })).data.conversation;
  for (let seq = 2; seq <= many; seq += 1)
    assert.equal((await write(seq % 2 === 0 ? ben : ada, id, `word ${seq}`)).code, "");
  return { ada, ben, id };
}
type Report = { seq: number; reason?: "scam" | "other"; text?: string };
const report = (who: Somebody, id: string, { reason = "scam", ...rest }: Report) =>
  who.client.call(calls.reportConversation, { params: { id }, body: { reason, ...rest } });
const staff = await somebody(app, "moderator");
const look = (who: Somebody, number: string, reason = "A user asked for help") =>
  who.client.call(calls.lookAtMessageReport, { params: { number }, body: { reason } });
const close = (who: Somebody, number: string, outcome: "upheld" | "dismissed" = "upheld") =>
  who.client.call(calls.closeMessageReport, {
    params: { number },
    body: { outcome, reason: "Advertising for a shop" },
  });
const waiting = async () => (await staff.client.call(calls.listMessageReports, { query: {} })).data.rows;

test("a report copies the message and the ten before it, once, and staff open it with a reason", async () => {
  const { ada, ben, id } = await aTalk(16);
  assert.equal((await report(ben, id, { seq: 15, reason: "other" })).code, "messenger.report_words");
  assert.equal((await report(ben, id, { seq: 14 })).code, "messenger.own_report");
  assert.equal((await report(ben, id, { seq: 17 })).code, "messenger.no_message");
  const made = await report(ben, id, { seq: 15, reason: "other", text: "He asks for my codes" });
  assert.equal(made.code, "");
  const { number } = made.data;
  assert.equal((await report(ben, id, { seq: 13 })).code, "messenger.reported");
  assert.equal((await report(ada, id, { seq: 16 })).code, "", "the other side has a report of its own");
  const row = (await waiting()).find((one) => one.number === number);
  assert.deepEqual(
    [row?.by, row?.about, row?.reason, row?.text, row?.closed, row?.mayDecide],
    [ben.username, ada.username, "other", "He asks for my codes", null, true],
  );
  assert.ok(!JSON.stringify(row).includes("word "), "the list has no messages");

  await write(ada, id, "not reported");
  const { data } = await look(staff, number);
  assert.deepEqual(
    data.messages.map(({ seq, text, isReported }) => [seq, text, isReported]),
    Array.from({ length: 11 }, (_, index) => [index + 5, `word ${index + 5}`, (index + 5) % 2 === 1]),
  );
  const { rows } = await owner.query("select staff_id, act, reason from staff_acts where subject = $1", [number]);
  assert.deepEqual(
    rows.map((act) => [BigInt(act.staff_id), act.act, act.reason]),
    [[staff.id, "message_report.look", "A user asked for help"]],
  );
});

test("only staff who take no part read and close a report, each once", async () => {
  const { ada, ben, id } = await aTalk(3);
  const { number } = (await report(ben, id, { seq: 3 })).data;
  for (const person of [ada, ben]) {
    assert.equal((await person.client.call(calls.listMessageReports, { query: {} })).code, "auth.forbidden");
    assert.equal((await look(person, number)).code, "auth.forbidden");
    assert.equal((await close(person, number)).code, "auth.forbidden");
  }
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [ada.id]);
  assert.equal((await look(ada, number)).code, "messenger.no_report");
  assert.equal((await close(ada, number)).code, "staff.own_account");
  assert.equal((await look(staff, "NoSuchReport")).code, "messenger.no_report");
  assert.equal((await close(staff, "NoSuchReport")).code, "messenger.no_report");
  const closed = await close(staff, number);
  assert.deepEqual(
    [closed.data.closed?.outcome, closed.data.closed?.by, closed.data.closed?.reason],
    ["upheld", staff.username, "Advertising for a shop"],
  );
  assert.equal((await close(staff, number)).code, "messenger.report_closed");
  assert.ok((await waiting()).every((one) => one.number !== number));
  const { data } = await staff.client.call(calls.listMessageReports, { query: { queue: "closed" } });
  assert.equal(data.rows[0]?.number, number);
  const { rows } = await owner.query("select act from staff_acts where subject = $1", [number]);
  assert.deepEqual(
    rows.map(({ act }) => act),
    ["message_report.upheld"],
  );
  const copies = app.dbs.web.tx((tx) => tx.rows`select body_sealed from direct_report_messages`);
  await assert.rejects(copies, /permission denied/, "no process reads the messages past the audit log");
});

test("ten reports a day", async () => {
  const { ben, id } = await aTalk(3);
  for (let made = 0; made < 10; made += 1) {
    assert.equal((await report(ben, id, { seq: 3 })).code, "", `${made}`);
    await owner.query(
      "update direct_reports set outcome = 'dismissed', closed_by = $1, closed_at = market_now(), closed_why = 'no' where outcome is null",
      [staff.id],
    );
  }
  assert.equal((await report(ben, id, { seq: 3 })).code, "messenger.reports_today");
});

test("a message, its reading and an answer are pushed to the pages of both members, each in their own view", async () => {
  const { ada, ben, id } = await aTalk(1);
  const pushedTo = async ({ id: userId }: Somebody) => {
    await deliverEvents();
    const messages = (await liveBodies(owner, userId)).filter(({ type }) => type === "messenger.changed");
    type Pushed = { conversation: { id: string; unread: number; state: string; isOpen: boolean; readByOther: number } };
    return messages as unknown as (Pushed & {
      message: { text: string; isMine: boolean } | null;
      unreadChats: number;
    })[];
  };
  const first = (await pushedTo(ben)).at(-1);
  assert.deepEqual(
    [first?.conversation.state, first?.message?.text, first?.message?.isMine, first?.unreadChats],
    ["request", "word 1", false, 1],
  );
  assert.deepEqual((await pushedTo(ada)).at(-1)?.message?.isMine, true);
  await ben.client.call(calls.acceptConversation, { params: { id } });
  assert.deepEqual((await pushedTo(ada)).at(-1)?.conversation.isOpen, true);
  await ben.client.call(calls.readConversation, { params: { id }, body: { seq: 1 } });
  const read = (await pushedTo(ada)).at(-1);
  assert.deepEqual([read?.conversation.readByOther, read?.message], [1, null]);
  assert.equal((await pushedTo(ben)).at(-1)?.unreadChats, 0);
});

test("messages and reports are sealed anew where the secret is exchanged, and open as before", async () => {
  const { ben, id } = await aTalk(3);
  const { number } = (await report(ben, id, { seq: 3, text: "He asks for my codes" })).data;
  await owner.query("update direct_messages set body_sealed = set_byte(body_sealed, 0, 0) where false");
  assert.match(await sealMessagesAnew(app.db, app.config), /sealed 0 messages/);
  const next = { secret: app.config.secret, sealing: { version: 2, before: app.config.secret } };
  assert.match(await sealMessagesAnew(app.db, next), /sealed \d+ messages/);
  assert.match(await sealMessagesAnew(app.db, next), /sealed 0 messages/);
  const { rows } = await owner.query(
    `select get_byte(body_sealed, 0) as version from direct_messages
     union select get_byte(body_sealed, 0) from direct_report_messages
     union select get_byte(words_sealed, 0) from direct_reports where words_sealed is not null`,
  );
  assert.deepEqual(rows, [{ version: 2 }]);
  const { data } = await look(staff, number);
  assert.deepEqual(
    data.messages.map(({ text }) => text),
    ["word 1", "word 2", "word 3"],
  );
});

test("messages go after five years and closed reports after one; later numbers stay", async () => {
  const { ada, ben, id } = await aTalk(4);
  const { number } = (await report(ben, id, { seq: 3 })).data;
  await close(staff, number);
  await owner.query(
    `update direct_messages set at = at - interval '6 years'
     where seq <= 2 and conversation_id = (select id from direct_conversations where hash = $1)`,
    [id],
  );
  await owner.query("update direct_reports set closed_at = closed_at - interval '2 years' where number = $1", [number]);
  await owner.query("select erase_by_age('direct_messages', 100), erase_by_age('direct_reports', 100)");
  const { data } = await ada.client.call(calls.listDirectMessages, { params: { id }, query: {} });
  assert.deepEqual(
    data.map(({ seq }) => seq),
    [3, 4],
  );
  assert.equal((await write(ada, id, "word 5")).data.message.seq, 5);
  assert.equal((await owner.query("select from direct_reports where number = $1", [number])).rows.length, 0);
});

test("an archive has what its person wrote and reported, in clear text, and nothing of the other side", async () => {
  const { ada, ben, id } = await aTalk(4);
  await report(ben, id, { seq: 3, text: "He asks for my codes" });
  const lines = async (kind: string, person: Somebody) =>
    (await owner.query(`select line from own_data_${kind}($1, 0, 100)`, [person.id])).rows.map(({ line }) => line);
  assert.deepEqual(
    (await lines("direct_messages", ada)).map((line) => JSON.parse(openMessageLine(line)).text),
    ["word 1", "word 3"],
  );
  const [reported] = (await lines("direct_reports", ben)).map((line) => JSON.parse(openReportLine(line)));
  assert.deepEqual([reported.about, reported.text], [ada.username, "He asks for my codes"]);
  assert.deepEqual(await lines("direct_reports", ada), []);
});

test("nobody writes to an account that is closed, and the other side keeps the conversation", async () => {
  const { ada, ben, id } = await aTalk(2);
  await owner.query("select erase_user_from_messenger($1)", [ben.id]);
  assert.equal((await write(ada, id, "hello?")).code, "messenger.unavailable");
  const { data, meta } = await ada.client.call(calls.listDirectMessages, { params: { id }, query: {} });
  assert.deepEqual([data.length, (meta as { conversation: { block: string } }).conversation.block], [2, "unavailable"]);
});
