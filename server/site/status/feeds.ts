/** The status for programs: the JSON that monitors of Statuspage read, and a feed of incidents for feed readers, in each language. */
import type { FastifyInstance } from "fastify";
import { BRAND } from "#contract/platform/brand.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#contract/platform/locales.ts";
import { wordsFor } from "#contract/platform/written.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import type { Incident, Status } from "#contract/site/status.ts";
import type { PartState, StatusPart } from "#contract/site/status-names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { textOf } from "../../platform/texts.ts";
import { viewStatus } from "./view-status.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;
const PAGE_ID = BRAND.toLowerCase();
/** Browsers of other sites may read it: nothing in it is anybody's own. */
const HEADERS = { "cache-control": "public, max-age=10", "access-control-allow-origin": "*" };

export function mountStatus(fastify: FastifyInstance, { db, config }: Pick<AppPorts, "db" | "config">): void {
  const { origin } = config.publicUrl;
  fastify.get("/api/v2/summary.json", OPEN, async (_, reply) => {
    const [status, now] = await db.read(async (tx) => [await viewStatus(tx), tx.now.toISOString()] as const);
    return reply.headers(HEADERS).type("application/json; charset=utf-8").send(summaryOf(status, { origin, now }));
  });
  for (const locale of LOCALES)
    fastify.get(localized(locale, `${PATHS.statusPage}/feed.xml`), OPEN, async (_, reply) => {
      const status = await db.read(viewStatus);
      return reply.headers(HEADERS).type("application/rss+xml; charset=utf-8").send(feedOf(status, { origin, locale }));
    });
}

/** Its words for a part; it has none for what nobody knows, which is not green. */
const WORDS: Record<PartState, string> = {
  operational: "operational",
  degraded: "degraded_performance",
  unknown: "degraded_performance",
  partial: "partial_outage",
  major: "major_outage",
};
const INDICATORS: Record<PartState, string> = {
  operational: "none",
  degraded: "minor",
  unknown: "minor",
  partial: "major",
  major: "critical",
};

type Place = { readonly origin: string; readonly now: string };

export function summaryOf(status: Status, { origin, now }: Place) {
  const updated = status.lookedAt ?? now;
  const running = status.maintenance.filter(({ startsAt }) => startsAt <= now);
  const isMaintained = (part: StatusPart) => running.some(({ parts }) => parts.length === 0 || parts.includes(part));
  const components = status.parts.map(({ part, state, since }, index) => ({
    ...{ id: part, name: textOf(`status.part.${part}`, DEFAULT_LOCALE) },
    status: state === "operational" && isMaintained(part) ? "under_maintenance" : WORDS[state],
    ...{
      created_at: since,
      updated_at: since,
      position: index + 1,
      description: null,
      showcase: true,
      start_date: null,
    },
    ...{ group_id: null, page_id: PAGE_ID, group: false, only_show_if_degraded: false },
  }));
  return {
    page: { id: PAGE_ID, name: BRAND, url: origin + PATHS.statusPage, time_zone: "Etc/UTC", updated_at: updated },
    components,
    incidents: status.incidents
      .filter(({ endedAt }) => endedAt === null)
      .map((one) => incidentOf(one, components, origin)),
    scheduled_maintenances: status.maintenance.map(({ id, parts, text, startsAt, endsAt }) => ({
      ...{
        id: `maintenance-${id}`,
        name: text.en,
        impact: "maintenance",
        page_id: PAGE_ID,
        shortlink: origin + PATHS.statusPage,
      },
      ...{ status: startsAt <= now ? "in_progress" : "scheduled", scheduled_for: startsAt, scheduled_until: endsAt },
      ...{ created_at: startsAt, updated_at: startsAt, started_at: startsAt, monitoring_at: null, resolved_at: null },
      incident_updates: [],
      components: components.filter((one) => parts.length === 0 || parts.includes(one.id)),
    })),
    status: {
      indicator: status.state === "operational" && running.length > 0 ? "maintenance" : INDICATORS[status.state],
      description: textOf(`status.overall.${status.state}`, DEFAULT_LOCALE),
    },
  };
}

/** Without a word of staff an incident is being looked into. */
function incidentOf(one: Incident, components: readonly { readonly id: string }[], origin: string) {
  const updates = one.updates.map(({ state, text, at }, index) => ({
    ...{ id: `${one.id}-${one.updates.length - index}`, status: state, body: text.en, incident_id: one.id },
    ...{ created_at: at, updated_at: at, display_at: at, affected_components: null },
  }));
  return {
    ...{ id: one.id, name: titleOf(one, DEFAULT_LOCALE), status: one.updates[0]?.state ?? "investigating" },
    ...{ created_at: one.startedAt, updated_at: one.updates[0]?.at ?? one.startedAt, started_at: one.startedAt },
    ...{ monitoring_at: null, resolved_at: one.endedAt, impact: INDICATORS[one.state], page_id: PAGE_ID },
    shortlink: addressOf(one, origin, DEFAULT_LOCALE),
    incident_updates: updates,
    components: components.filter(({ id }) => one.parts.some((part) => part === id)),
  };
}

const addressOf = ({ id }: Incident, origin: string, locale: Locale) =>
  `${origin}${localized(locale, PATHS.statusPage)}#incident-${id}`;

export function titleOf({ stopped, parts, state }: Incident, locale: Locale): string {
  if (stopped.length > 0) return stopped.map((name) => textOf(`status.stopped.${name}`, locale)).join(" · ");
  const named = new Intl.ListFormat(locale).format(parts.map((part) => textOf(`status.part.${part}`, locale)));
  return textOf("status.by_hand", locale, { parts: named, state: textOf(`status.state.${state}`, locale) });
}

function feedOf({ incidents }: Status, { origin, locale }: { origin: string; locale: Locale }): string {
  const page = origin + localized(locale, PATHS.statusPage);
  const items = incidents.map((one) => {
    const said = one.updates.map(({ state, text, at }) =>
      [at, textOf(`status.update.${state}`, locale), wordsFor(text, locale).words].join(" – "),
    );
    const lasted = one.endedAt
      ? textOf("status.feed.ended", locale, { from: one.startedAt, until: one.endedAt })
      : textOf("status.feed.open", locale, { from: one.startedAt });
    const changed = one.endedAt && one.endedAt > (one.updates[0]?.at ?? "") ? one.endedAt : one.updates[0]?.at;
    return `<item>
<title>${escaped(titleOf(one, locale))}</title>
<link>${escaped(addressOf(one, origin, locale))}</link>
<guid isPermaLink="false">${escaped(`${origin}/incidents/${one.id}/${one.endedAt ? "ended" : "open"}/${one.updates.length}`)}</guid>
<pubDate>${new Date(changed ?? one.startedAt).toUTCString()}</pubDate>
<description>${escaped([lasted, ...said].join("\n"))}</description>
</item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(textOf("status.title", locale))}</title>
<link>${escaped(page)}</link>
<atom:link href="${escaped(`${page}/feed.xml`)}" rel="self" type="application/rss+xml"/>
<description>${escaped(textOf("status.lead", locale))}</description>
<language>${locale}</language>
${items.join("\n")}
</channel>
</rss>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
