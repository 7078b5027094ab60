// Guards: an administrator's announcement is above every page in its reader's language, from its start until its end, in every
// process and on cached pages; only administrators announce, and each act is in the staff log.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Locale } from "#contract/platform/locales.ts";
import { announce, endAnnouncement, listAnnouncements } from "#contract/staff/announcements.ts";
import { makeApp } from "../../../app.ts";
import { testApp } from "../../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../../testing/plain-web.ts";
import { type NamedUser, aNamedUser } from "../../../testing/people/restrictions.ts";
import { announcementsToShow, noteAnnouncements } from "./announcement-rows.ts";

const app = await testApp();
const { dbs, owner } = app;
const folder = mkdtempSync(join(tmpdir(), "parley-announcements-"));
const distDir = writePlainWeb(folder);
const processes = [await makeApp({ ...app.ports, distDir }), await makeApp({ ...app.ports, distDir })];
after(async () => {
  for (const one of processes) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

const ada = await aNamedUser(app, "admin");
const HOUR_MS = 3_600_000;
const text = { en: "Slow tonight.", es: "Lento esta noche.", ar: "بطيء الليلة." };

/** Hours from now on. */
async function tell(who: NamedUser, { from = 0, until = 1, kind = "maintenance" as const } = {}) {
  const now = (await dbs.web.read((tx) => tx.readClock())).getTime();
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  return who.client.call(announce, {
    body: { kind, text, starts_at: at(from), ends_at: at(until), reason: "a new disk" },
  });
}
const end = (who: NamedUser, id: string) => who.client.call(endAnnouncement, { body: { id, reason: "it is done" } });

async function shown(place: number, path: string): Promise<string[]> {
  const answer = await processes[place]?.fastify.inject({ url: path, headers: { accept: "text/html" } });
  const { banners } = readPlainPage(answer?.body ?? "") as unknown as { banners: { kind: string; text?: string }[] };
  return banners.flatMap(({ kind, text: said }) => (kind === "maintenance" ? [said ?? ""] : []));
}

/** In both processes, within a second. */
async function soon(wanted: string[], path = "/about"): Promise<void> {
  const untilMs = Date.now() + 1000;
  for (const place of [0, 1]) {
    while (JSON.stringify(await shown(place, path)) !== JSON.stringify(wanted) && Date.now() < untilMs) await pause(20);
    assert.deepEqual(await shown(place, path), wanted, `process ${place} ${path}`);
  }
}

test("it is above the pages in the reader's language, in every process, until it is ended", async () => {
  await soon([]);
  const { data, code } = await tell(ada);
  assert.equal(code, "");
  await soon([text.en]);
  await soon([text.es], "/es/about");
  await soon([text.ar], "/ar/about");
  assert.equal((await end(ada, data.rows[0]?.id ?? "")).data.rows[0]?.endedBy, ada.username);
  await soon([]);
  assert.equal((await end(ada, data.rows[0]?.id ?? "")).code, "announcement.over");
  const { rows } = await owner.query("select staff_id, act from staff_acts order by id");
  assert.deepEqual(rows, [
    { staff_id: String(ada.id), act: "announcement.set" },
    { staff_id: String(ada.id), act: "announcement.end" },
  ]);
});

test("one that is planned begins and ends by itself, also on pages that are kept", async () => {
  const { data } = await tell(ada, { from: 0.5, until: 1.5 });
  assert.equal(data.rows[0]?.state, "planned");
  await soon([]);
  await app.moveClock(HOUR_MS / 2 + 1000);
  await dbs.worker.tx(noteAnnouncements);
  await soon([text.en]);
  assert.equal((await ada.client.call(listAnnouncements)).data.rows[0]?.state, "shown");
  await app.moveClock(HOUR_MS);
  await dbs.worker.tx(noteAnnouncements);
  await soon([]);
  assert.equal((await ada.client.call(listAnnouncements)).data.rows[0]?.state, "over");
});

test("one that would be over, or last longer than a month, is refused beside its end; only administrators announce", async () => {
  for (const times of [
    { from: 0, until: -1 },
    { from: 3, until: 2 },
    { from: 0, until: 32 * 24 },
    { from: 366 * 24, until: 366 * 24 + 1 },
  ]) {
    const { status, code, body } = await tell(ada, times);
    assert.deepEqual([status, code], [422, "announcement.times"], JSON.stringify(times));
    assert.match(JSON.stringify(body), /"details":\{"ends_at":/);
  }
  const times = { starts_at: "7988-02-29T22:31:12Z", ends_at: "0000-02-29T11:24:00Z" };
  const nought = await ada.client.call(announce, {
    body: { kind: "maintenance", text, ...times, reason: "a new disk" },
  });
  assert.deepEqual([nought.status, nought.code], [422, "ERROR_INPUT_VALIDATION"], "the database knows no year nought");
  const mod = await aNamedUser(app, "supermoderator");
  assert.equal((await tell(mod)).status, 403);
  assert.equal((await mod.client.call(listAnnouncements)).status, 403);
  const asked = dbs.web.tx(
    (tx) => tx.rows<{ outcome: string }>`
      select announce('maintenance', array['en', 'a'], '{}', ${tx.now}, ${tx.now}::timestamptz + interval '1 hour', 'why not', ${mod.id}, ${tx.now})
        as outcome`,
  );
  assert.deepEqual(await asked, [{ outcome: "not_admin" }], "also where a process asks in their name");
});

test("of many announcements the newest are above the pages, the oldest of them first", async () => {
  await owner.query(
    `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
     select 'admin_alert', jsonb_build_object('en', 'No ' || number), market_now(), market_now() + interval '1 hour', $1, market_now()
     from generate_series(1, 7) as number`,
    [ada.id],
  );
  const shown = await dbs.web.read(announcementsToShow);
  assert.deepEqual(
    shown.map(({ text: { en } }) => en),
    ["No 3", "No 4", "No 5", "No 6", "No 7"],
  );
});

test("the table refuses an announcement without English and a blank or overlong text in any language", async () => {
  const write = (texts: { readonly [locale in Locale]?: string | undefined }) =>
    owner.query(
      `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
       values ('admin_alert', $1, market_now(), market_now() + interval '1 hour', $2, market_now())`,
      [texts, ada.id],
    );
  await write({ en: "a".repeat(300), es: "\u00e9" });
  for (const texts of [{}, { es: "a" }, { en: "\u200b" }, { en: "a", es: " \n" }, { en: "a", ar: "a".repeat(301) }])
    await assert.rejects(write(texts), /announcements_texts/, JSON.stringify(texts));
});
