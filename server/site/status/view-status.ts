/** The status as everybody sees it: no amounts, no names, no reasons of halts. */
import type { Incident, PartOfStatus, Status, StatusDay } from "#contract/site/status.ts";
import {
  HALT_STOPS,
  type PartState,
  STATUS_DAYS,
  STATUS_PARTS,
  type StatusPart,
  worseOf,
} from "#contract/site/status-names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { maintenanceToShow } from "../../staff/console/index.ts";
import { UNSEEN_SEC } from "./look.ts";
import { type IncidentRow, incidentRows, partRows, type SpanRow, spansSince } from "./rows.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Of a day without an outage: so long without a look, and its bar says so. */
const UNKNOWN_MS = 30 * MINUTE_MS;
const MOST_INCIDENTS = 50;
const isDown = (state: PartState) => state === "partial" || state === "major";

export async function viewStatus(tx: ReadTx): Promise<Status> {
  const first = firstDay(tx.now);
  const [known, spans] = [await partRows(tx), await spansSince(tx, first)];
  const lookedAt = known.map(({ looked_at }) => looked_at).sort((a, b) => b.getTime() - a.getTime())[0];
  const isSilent = !lookedAt || tx.now.getTime() - lookedAt.getTime() > UNSEEN_SEC * 1000;
  const until = isSilent && lookedAt ? lookedAt : tx.now;
  const parts = STATUS_PARTS.flatMap((part): PartOfStatus[] => {
    const here = known.find((one) => one.part === part);
    if (!here) return [];
    const own = spans.filter((span) => span.part === part);
    return [
      {
        part,
        state: isSilent ? "unknown" : here.state,
        since: (isSilent ? here.looked_at : here.since).toISOString(),
        ...{ uptimeBp: uptimeOf(own, first, until), days: daysOf(own, first, until) },
      },
    ];
  });
  return {
    state: parts.reduce<PartState>((worst, { state }) => worseOf(worst, state), lookedAt ? "operational" : "unknown"),
    lookedAt: lookedAt?.toISOString() ?? null,
    parts,
    incidents: await viewIncidents(tx),
    maintenance: (await maintenanceToShow(tx)).map(({ id, parts: planned, text, starts_at, ends_at }) => ({
      ...{ id, parts: inOrder(planned), text, startsAt: starts_at.toISOString(), endsAt: ends_at.toISOString() },
    })),
  };
}

export async function viewIncidents(tx: ReadTx): Promise<Incident[]> {
  return (await incidentRows(tx, firstDay(tx.now), MOST_INCIDENTS)).map(incidentOf);
}

/** The parts that this market has: the choice of staff. */
export async function knownParts(tx: ReadTx): Promise<StatusPart[]> {
  return inOrder((await partRows(tx)).map(({ part }) => part));
}

const inOrder = (parts: readonly StatusPart[]) => STATUS_PARTS.filter((part) => parts.includes(part));

function incidentOf({ id, started_at, ended_at, halts, by_hand, updates }: IncidentRow): Incident {
  const stops = by_hand
    ? [Object.fromEntries(by_hand.parts.map((part) => [part, by_hand.state])) as Partial<Record<StatusPart, PartState>>]
    : halts.map((name) => HALT_STOPS[name]);
  return {
    ...{ id, isByHand: by_hand !== null },
    stopped: [...new Set(halts)],
    parts: STATUS_PARTS.filter((part) => stops.some((stop) => stop[part])),
    state: stops.flatMap((stop) => Object.values(stop)).reduce<PartState>(worseOf, "operational"),
    startedAt: started_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    updates: updates.map(({ state, text, at }) => ({
      ...{ state, text },
      at: new Date(at).toISOString(),
    })),
  };
}

/** Days are those of universal time. */
function firstDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (STATUS_DAYS - 1) * DAY_MS);
}

type Bounds = { readonly fromMs: number; readonly untilMs: number };

/** How long in each state, within the bounds. */
function timesOf(spans: readonly SpanRow[], { fromMs, untilMs }: Bounds): Map<PartState, number> {
  const times = new Map<PartState, number>();
  for (const { state, began_at, ended_at } of spans) {
    const from = Math.max(began_at.getTime(), fromMs);
    const until = Math.min(ended_at?.getTime() ?? untilMs, untilMs);
    if (until >= from && began_at.getTime() < untilMs && (ended_at?.getTime() ?? untilMs) >= fromMs)
      times.set(state, (times.get(state) ?? 0) + until - from);
  }
  return times;
}

const downOf = (times: ReadonlyMap<PartState, number>) =>
  [...times].reduce((sum, [state, ms]) => (isDown(state) ? sum + ms : sum), 0);

function uptimeOf(spans: readonly SpanRow[], first: Date, until: Date): number | null {
  const times = timesOf(spans, { fromMs: first.getTime(), untilMs: until.getTime() });
  const known = [...times].reduce((sum, [state, ms]) => (state === "unknown" ? sum : sum + ms), 0);
  return known === 0 ? null : Math.floor(((known - downOf(times)) * 10_000) / known);
}

function daysOf(spans: readonly SpanRow[], first: Date, until: Date): StatusDay[] {
  return Array.from({ length: STATUS_DAYS }, (_, index) => {
    const fromMs = first.getTime() + index * DAY_MS;
    const times = timesOf(spans, { fromMs, untilMs: Math.min(fromMs + DAY_MS, Math.max(until.getTime(), fromMs)) });
    return {
      date: new Date(fromMs).toISOString().slice(0, 10),
      state: stateOfDay(times),
      downMin: Math.ceil(downOf(times) / MINUTE_MS),
    };
  });
}

function stateOfDay(times: ReadonlyMap<PartState, number>): PartState | null {
  if (times.size === 0) return null;
  const unknownMs = times.get("unknown") ?? 0;
  const worst = [...times.keys()].filter((state) => state !== "unknown").reduce(worseOf, "operational");
  const onlyUnknown = times.size === 1 && unknownMs > 0;
  return onlyUnknown || (!isDown(worst) && unknownMs > UNKNOWN_MS) ? "unknown" : worst;
}
