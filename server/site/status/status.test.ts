// Guards: a halt opens an incident by itself and its end closes it, even within a moment; a part is down by three of five looks, and unknown
// where nobody looked; the page says nothing of reasons, amounts and staff; only administrators say something of an incident, for good.
import assert from "node:assert/strict";
import { test } from "node:test";
import { announce } from "#contract/staff/announcements.ts";
import { endIncident, getStatus, openIncident, updateIncident } from "#contract/site/status.ts";
import type { PartState, StatusPart } from "#contract/site/status-names.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { middleOf } from "./look.ts";

const app = await testApp();
const { owner } = app;
const admin = await aNamedUser(app, "admin");
const user = await aNamedUser(app);
const SECRET = "somebody took a key";
const text = { en: "We look into it.", es: "Lo estamos mirando.", ar: "نبحث في الأمر." };

const look = () => app.runJob("look-at-parts");
const seen = async () => (await app.client().call(getStatus)).data;
const stateOf = async (part: StatusPart) => (await seen()).parts.find((one) => one.part === part)?.state;
const stop = (name: Parameters<typeof halt>[1]["name"]) => app.db.tx((tx) => halt(tx, { name, reason: SECRET }));
const say = (id: string, state: "identified" | "postmortem", who = admin) =>
  who.client.call(updateIncident, { body: { id, state, text } });
const fetched = async (url: string) => (await app.app.fastify.inject({ url })).body;

test("before the first look the state is unknown, and then each part has 90 days", async () => {
  assert.deepEqual(await seen(), { state: "unknown", lookedAt: null, parts: [], incidents: [], maintenance: [] });
  await look();
  const { state, parts } = await seen();
  assert.equal(state, "operational");
  assert.deepEqual(new Set(parts.map(({ days }) => days.length)), new Set([90]));
  assert.deepEqual(
    parts[0]?.days.slice(-2).map((day) => day.state),
    [null, "operational"],
  );
});

test("a halt is an incident until it is lifted, with both times, and its part is stopped at the next look", async () => {
  await stop("new_trades");
  const [open] = (await seen()).incidents;
  assert.deepEqual(
    [open?.stopped, open?.parts, open?.state, open?.endedAt],
    [["new_trades"], ["trades"], "partial", null],
  );
  await look();
  assert.equal(await stateOf("trades"), "partial");
  await app.db.tx((tx) => lift(tx, "new_trades"));
  await look();
  assert.equal(await stateOf("trades"), "operational");
  const [ended] = (await seen()).incidents;
  assert.ok(ended?.endedAt && ended.endedAt > ended.startedAt);
});

test("halts that are set at once are one incident, which ends with the last of them, and a moment leaves one too", async () => {
  await app.db.tx(async (tx) => {
    for (const name of ["conversions", "money_out"] as const) await halt(tx, { name, reason: SECRET });
  });
  await app.db.tx((tx) => lift(tx, "conversions"));
  const [open] = (await seen()).incidents;
  assert.deepEqual([open?.stopped, open?.endedAt], [["conversions", "money_out"], null]);
  await app.db.tx((tx) => lift(tx, "money_out"));
  await stop("spot");
  await app.db.tx((tx) => lift(tx, "spot"));
  const { incidents } = await seen();
  assert.deepEqual(
    incidents.map(({ stopped, endedAt }) => [stopped, endedAt !== null]),
    [
      [["spot"], true],
      [["conversions", "money_out"], true],
      [["new_trades"], true],
    ],
  );
});

test("three of five looks decide, and a gap without looks is unknown", async () => {
  const states = (...looks: PartState[]) => middleOf(looks);
  assert.equal(states("operational", "major", "operational", "major", "operational"), "operational");
  assert.equal(states("major", "operational", "major", "operational", "major"), "major");
  assert.equal(states("operational", "degraded", "major", "major", "operational"), "degraded");
  await owner.query(
    `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
     values ('late', 'a@example.test', 'a', 'b', market_now() - interval '2 hours', market_now())`,
  );
  await look();
  assert.equal(await stateOf("mail"), "operational");
  for (const _ of [1, 2, 3, 4]) await look();
  assert.equal(await stateOf("mail"), "major");
  await owner.query("update mails set sent_at = market_now() where dedupe_key = 'late'");
  await app.moveClock(600_000);
  const silent = await seen();
  assert.equal(silent.state, "unknown");
  assert.ok(silent.parts.every(({ state }) => state === "unknown"));
  await look();
  assert.equal(await stateOf("mail"), "operational");
  const { rows } = await owner.query(
    "select state, ended_at - began_at > interval '9 minutes' as is_long from status_spans where part = 'mail' order by id",
  );
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["operational", "major", "unknown", "operational"],
  );
  assert.equal(rows[2]?.is_long, true);
  const mail = (await seen()).parts.find(({ part }) => part === "mail");
  // Ten minutes later may be another day.
  assert.ok(mail?.days.slice(-2).some(({ state }) => state === "major"));
});

test("only administrators say something, of what lasts or of what has ended, in words that stay", async () => {
  await stop("releases");
  const [open, ended] = (await seen()).incidents;
  assert.equal((await say(open?.id ?? "", "identified", user)).code, "auth.forbidden");
  assert.equal((await say("999999", "identified")).code, "incident.unknown");
  assert.equal((await say(open?.id ?? "", "postmortem")).code, "incident.state");
  assert.equal((await say(ended?.id ?? "", "identified")).code, "incident.state");
  assert.equal((await say(ended?.id ?? "", "postmortem")).code, "");
  assert.deepEqual((await say(open?.id ?? "", "identified")).data.incidents[0]?.updates[0]?.text, text);
  const over = { body: { id: open?.id ?? "", text } };
  assert.equal((await admin.client.call(endIncident, over)).code, "incident.halted");
  await assert.rejects(owner.query("update status_updates set texts = '{}'"), /append|change/);
  const { rows } = await owner.query("select act, reason from staff_acts order by id");
  assert.deepEqual(rows, [
    { act: "incident.update", reason: text.en },
    { act: "incident.update", reason: text.en },
  ]);
});

test("staff open an incident of parts, which are that bad until they end it with a last word", async () => {
  const body = { parts: ["mail" as const, "trades" as const], state: "degraded" as const, text };
  assert.equal((await user.client.call(openIncident, { body })).code, "auth.forbidden");
  const without = { ...body, parts: ["cards" as const] };
  await owner.query("delete from status_parts where part = 'cards'");
  assert.equal((await admin.client.call(openIncident, { body: without })).code, "incident.part");
  const { incidents } = (await admin.client.call(openIncident, { body })).data;
  const mine = incidents.find(({ isByHand }) => isByHand);
  assert.deepEqual(
    [mine?.stopped, mine?.parts, mine?.state, mine?.endedAt, mine?.updates.map(({ state }) => state)],
    [[], ["trades", "mail"], "degraded", null, ["investigating"]],
  );
  await look();
  assert.equal(await stateOf("mail"), "degraded");
  const { body: feed } = await app.app.fastify.inject({ url: "/es/status/feed.xml" });
  assert.match(feed, /<title>Operaciones y Correo electrónico: Rendimiento reducido<\/title>/);
  assert.equal((await say(mine?.id ?? "", "identified")).code, "");
  const end = (id: string, who = admin) => who.client.call(endIncident, { body: { id, text } });
  assert.equal((await end(mine?.id ?? "", user)).code, "auth.forbidden");
  assert.equal((await end("999999")).code, "incident.unknown");
  const ended = (await end(mine?.id ?? "")).data.incidents.find(({ id }) => id === mine?.id);
  assert.deepEqual([ended?.updates[0]?.state, ended?.endedAt !== null], ["resolved", true]);
  assert.equal((await end(mine?.id ?? "")).code, "incident.over");
  await look();
  assert.equal(await stateOf("mail"), "operational");
  const { rows } = await owner.query(
    "select act, subject from staff_acts where act in ('incident.open', 'incident.end') order by id",
  );
  assert.deepEqual(rows.length, 2);
});

test("maintenance is shown a month before, with its parts, and its parts are under maintenance while it runs", async () => {
  const now = (await app.db.read((tx) => tx.readClock())).getTime();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const body = { kind: "maintenance" as const, parts: ["live" as const], text, reason: "a new disk" };
  const alert = { ...body, kind: "admin_alert" as const, starts_at: at(0), ends_at: at(1) };
  assert.equal((await admin.client.call(announce, { body: alert })).code, "announcement.parts");
  for (const [starts_at, ends_at] of [
    [at(48), at(49)],
    [at(0), at(1)],
    [at(24 * 40), at(24 * 40 + 1)],
  ] as const)
    assert.equal((await admin.client.call(announce, { body: { ...body, starts_at, ends_at } })).code, "");
  const { maintenance } = await seen();
  assert.deepEqual(
    maintenance.map(({ parts, startsAt }) => [parts, startsAt]),
    [
      [["live"], at(0)],
      [["live"], at(48)],
    ],
  );
  const summary = JSON.parse(await fetched("/api/v2/summary.json"));
  const stateIn = (part: string) => summary.components.find(({ id }: { id: string }) => id === part).status;
  assert.deepEqual([stateIn("live"), stateIn("site")], ["under_maintenance", "operational"]);
  await owner.query("update announcements set ended_at = market_now(), ended_by = made_by");
});

test("programs read it in the shape of Statuspage and as a feed, and nowhere is a reason or a name", async () => {
  const now = (await app.db.read((tx) => tx.readClock())).getTime();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const words = { en: "A new <disk> & more", es: "Un disco", ar: "قرص" };
  const body = { kind: "maintenance" as const, text: words, starts_at: at(0), ends_at: at(1), reason: "a new disk" };
  assert.equal((await admin.client.call(announce, { body })).code, "");
  await look();
  const summary = JSON.parse(await fetched("/api/v2/summary.json"));
  assert.deepEqual(Object.keys(summary), ["page", "components", "incidents", "scheduled_maintenances", "status"]);
  assert.deepEqual([summary.status.indicator, summary.incidents.length], ["critical", 1]);
  const [one] = summary.incidents;
  assert.deepEqual([one.status, one.impact, one.incident_updates[0].body], ["identified", "critical", text.en]);
  assert.equal(summary.components.find(({ id }: { id: string }) => id === "trades").status, "major_outage");
  assert.equal(summary.scheduled_maintenances[0].status, "in_progress");
  const feed = await fetched("/es/status/feed.xml");
  assert.match(feed, /<language>es<\/language>/);
  assert.ok(feed.includes(text.es) && !feed.includes(text.en));
  assert.equal((await fetched("/status/feed.xml")).match(/<item>/g)?.length, 5);
  const everything = [JSON.stringify(summary), feed, JSON.stringify(await seen())].join();
  for (const secret of [SECRET, admin.username]) assert.ok(!everything.includes(secret), secret);
});
