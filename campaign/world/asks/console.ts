/** Right calls of the console, each about something that is made for it. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import type { World } from "../open-world.ts";

function incidentAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  return {
    openIncident: async () => {
      await app.owner.query(
        "insert into status_parts (part, looked_at, looks) values ('trades', market_now(), '{operational}') on conflict do nothing",
      );
      const text = { en: "a", es: "b", ar: "c" };
      return { by: tokens.admin, body: { parts: ["trades"], state: "degraded", text } };
    },
    endIncident: async () => {
      const { rows } = await app.owner.query(
        `insert into status_incidents (started_at, opened_by, state, parts)
         select market_now(), min(id), 'degraded', '{trades}' from users
         returning id::text`,
      );
      return { by: tokens.admin, body: { id: rows[0].id as string, text: { en: "a", es: "b", ar: "c" } } };
    },
    updateIncident: async () => {
      const { rows } = await app.owner.query(
        "insert into status_incidents (started_at) values (market_now()) returning id::text",
      );
      const text = { en: "a", es: "b", ar: "c" };
      return { by: tokens.admin, body: { id: rows[0].id as string, state: "identified", text } };
    },
  };
}

export function consoleAsks({ app, tokens }: Pick<World, "app" | "tokens">) {
  return {
    announce: async () => ({
      by: tokens.admin,
      body: {
        ...{ kind: "admin_alert", text: { en: "a", es: "b", ar: "c" }, reason: "a drill" },
        starts_at: new Date().toISOString(),
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    }),
    endAnnouncement: async () => {
      const { rows } = await app.owner.query(
        `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
         select 'admin_alert', '{"en": "a"}', market_now(), market_now() + interval '1 day', min(id), market_now() from users
         returning id::text`,
      );
      return { by: tokens.admin, body: { id: rows[0].id as string, reason: "a drill" } };
    },
    ...incidentAsks({ app, tokens }),
    endHouseAdvice: async () => {
      const hash = ids.hash();
      await app.owner.query("update house_advice set status = 'lapsed', ended_at = market_now() where status = 'open'");
      await app.owner.query(
        `insert into house_advice (hash, currency, side, units, exposure_units, target_units, band_units, usd_rate, made_at)
         values ($1, 'ETH', 'sell', 5, 5, 0, 1, 3000, market_now())`,
        [hash],
      );
      return { by: tokens.admin, body: { id: hash, state: "done", reason: "a drill" } };
    },
    readAuditWords: async () => {
      const [act] = await app.db.tx(async (tx) => {
        await tx.rows`select add_staff_act(null, 'halt.set', 'coin_BTC', 'a drill', ${tx.now}) is null as done`;
        return tx.rows<{ id: string }>`select max(id)::text as id from staff_acts`;
      });
      return { by: tokens.admin, body: { ids: [act?.id ?? ""], reason: "a drill" } };
    },
    reportError: async () => ({
      by: tokens.stranger,
      body: { level: "error", message: "Error: a drill", url: "/fees" },
    }),
    resolveError: async () => {
      const { rows } = await app.owner.query(
        `insert into error_kinds (source, place, mark, message, times, first_at, last_at)
         values ('job', 'a-job', $1, 'a drill', 1, market_now(), market_now()) returning id::text`,
        [ids.hash().padEnd(64, "0")],
      );
      return { by: tokens.admin, body: { id: rows[0].id as string } };
    },
    lookUpLedger: async () => {
      const { id } = await aPerson(app);
      const { rows } = await app.owner.query("select username from users where id = $1", [id]);
      return { by: tokens.admin, body: { username: rows[0].username as string, reason: "a drill" } };
    },
    listSettingChanges: async () => ({ by: tokens.admin, query: { name: "offers.max_active" } }),
    listFlagPeople: async () => ({ by: tokens.admin, query: { name: "isOfferCapFeatureEnabled" } }),
    listFlagChanges: async () => ({ by: tokens.admin, query: { name: "isOfferCapFeatureEnabled" } }),
  };
}
