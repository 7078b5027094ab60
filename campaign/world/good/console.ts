/** Right arguments for the functions of the console, by administrators who are made for them. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { type Good, type Ground, prove } from "../ground.ts";

export async function anAdmin({ app }: Ground): Promise<bigint> {
  const { id } = await aPerson(app);
  await app.owner.query("insert into user_roles values ($1, 'admin', market_now())", [id]);
  return id;
}

async function anError({ app }: Ground, now: string): Promise<unknown> {
  const { rows } = await app.owner.query(
    `insert into error_kinds (source, place, mark, message, times, first_at, last_at)
     values ('job', 'a-job', $2, 'it broke', 1, $1, $1) returning id`,
    [now, ids.hash().padEnd(64, "2")],
  );
  return rows[0].id;
}

/** One that waits, and a second administrator who has proved it. */
export async function aJournal(ground: Ground, now: string): Promise<readonly unknown[]> {
  const [person, admin, other] = [(await aPerson(ground.app)).id, await anAdmin(ground), await anAdmin(ground)];
  const detail = `credit:USDT:loss:1000:CASE-${person}`;
  for (const id of [admin, other]) await prove(ground, `staff_post_journal:${person}:${detail}`, id);
  const asked = [ids.hash(), "post_journal", person, detail, "as they asked", admin, now];
  await ground.app.owner.query("select change_by_staff($1, $2, $3, $4, $5, $6, $7)", asked);
  return [asked[0], other, now];
}

function incidentCalls(ground: Ground): Record<string, Good[]> {
  return {
    "open_incident done": [
      async (now) => {
        await ground.app.owner.query(
          "insert into status_parts (part, looked_at, looks) values ('trades', $1, '{operational}') on conflict do nothing",
          [now],
        );
        return [["trades"], "degraded", ["en", "one", "es", "two"], await anAdmin(ground), now];
      },
    ],
    "end_incident done": [
      async (now) => {
        const admin = await anAdmin(ground);
        const { rows } = await ground.app.owner.query(
          "insert into status_incidents (started_at, opened_by, state, parts) values ($1, $2, 'degraded', '{trades}') returning id",
          [now, admin],
        );
        return [rows[0].id, ["en", "one", "es", "two"], admin, now];
      },
    ],
    "update_incident done": [
      async (now) => {
        const { rows } = await ground.app.owner.query(
          "insert into status_incidents (started_at) values ($1) returning id",
          [now],
        );
        return [rows[0].id, "identified", ["en", "one", "es", "two"], await anAdmin(ground), now];
      },
    ],
  };
}

export function consoleCalls(ground: Ground): Record<string, Good[]> {
  return {
    "announce done": [
      async (now) => {
        const ends = new Date(Date.parse(String(now)) + 3_600_000);
        return [
          "maintenance",
          ["en", "one", "es", "two"],
          ["trades"],
          now,
          ends,
          "a new disk",
          await anAdmin(ground),
          now,
        ];
      },
    ],
    "end_announcement done": [
      async (now) => {
        const admin = await anAdmin(ground);
        const { rows } = await ground.app.owner.query(
          `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
           values ('admin_alert', '{"en": "a"}', $1, $1::timestamptz + interval '1 hour', $2, $1) returning id`,
          [now, admin],
        );
        return [rows[0].id, "it is over", admin, now];
      },
    ],
    ...incidentCalls(ground),
    note_stat_traders: [async (now) => ["2026-01-01", "2026-01-02", now]],
    note_stat_days: [async (now) => ["2026-01-01", "2026-01-02", now]],
    note_announcements: [async (now) => [now]],
    note_process: [
      async () => [ids.hash(), "web", "host-1", 41, "1.0.0", 12, "{}", false],
      async () => [ids.hash(), "signer", "host-2", 42, "1.0.0", 0, "{}", true],
    ],
    "note_audit_reading noted": [
      async (now) => {
        const admin = await anAdmin(ground);
        await ground.app.owner.query("select add_staff_act($1, 'person.look', 'someone', 'a drill', $2)", [admin, now]);
        const { rows } = await ground.app.owner.query("select max(id)::text as id from staff_acts");
        return [admin, `{${rows[0].id}}`, "they asked", now];
      },
    ],
    note_error: [
      async (now) => ["job", "a-job", ids.hash().padEnd(64, "0"), "it broke", null, null, null, 1, now],
      async (now) => ["browser", "/fees", ids.hash().padEnd(64, "1"), "it broke", "at x", "r1", "Rq1", 2, now],
    ],
    "resolve_error done": [async (now) => [await anError(ground, now), await anAdmin(ground), now]],
  };
}
