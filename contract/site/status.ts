/** The status of the market for the public: its parts, 90 days of each, incidents, and planned maintenance. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { inEachLocale } from "../platform/locales.ts";
import { count, day, instant, rowNumber, text } from "../platform/wire.ts";
import { HALT_NAMES } from "../staff/names.ts";
import {
  INCIDENT_LEVELS,
  INCIDENT_STATES,
  INCIDENT_TEXT_MAX,
  PART_STATES,
  SAID_STATES,
  STATUS_PARTS,
} from "./status-names.ts";

const inLanguages = z.strictObject(inEachLocale(() => z.string()));

const incident = z.strictObject({
  id: rowNumber,
  /** Opened by staff, and not by a halt. */
  isByHand: z.boolean(),
  /** What was stopped, the first first; nothing where staff opened it. */
  stopped: z.array(z.enum(HALT_NAMES)),
  parts: z.array(z.enum(STATUS_PARTS)),
  /** How bad it was at its worst. */
  state: z.enum(PART_STATES),
  startedAt: instant,
  /** Null while it lasts. */
  endedAt: z.nullable(instant),
  /** The newest first. */
  updates: z.array(z.strictObject({ state: z.enum(SAID_STATES), text: inLanguages, at: instant })),
});
export type Incident = z.infer<typeof incident>;

const statusDay = z.strictObject({
  date: day,
  /** The worst of the day; null where nobody looked. */
  state: z.nullable(z.enum(PART_STATES)),
  /** Minutes with an outage, whole or partial. */
  downMin: count,
});
export type StatusDay = z.infer<typeof statusDay>;

const part = z.strictObject({
  part: z.enum(STATUS_PARTS),
  state: z.enum(PART_STATES),
  since: instant,
  /** Of the time that is known, without outage, in hundredths of a percent; null where none is known. */
  uptimeBp: z.nullable(count),
  /** The oldest first; today is the last. */
  days: z.array(statusDay),
});
export type PartOfStatus = z.infer<typeof part>;

const maintenance = z.strictObject({
  id: rowNumber,
  /** None: the whole market. */
  parts: z.array(z.enum(STATUS_PARTS)),
  text: inLanguages,
  startsAt: instant,
  endsAt: instant,
});

const status = z.strictObject({
  /** The worst of all parts. */
  state: z.enum(PART_STATES),
  /** When the market looked at itself last; null before the first time. */
  lookedAt: z.nullable(instant),
  parts: z.array(part),
  /** Those of 90 days: open ones first, then the newest; fifty at most. */
  incidents: z.array(incident),
  /** What runs and what begins within a month; the first first. */
  maintenance: z.array(maintenance),
});
export type Status = z.infer<typeof status>;

export const getStatus = endpoint({
  name: "getStatus",
  method: "GET",
  path: "/rest/v1/status",
  summary: "Whether the parts of the market work, with 90 days of each, incidents and planned maintenance",
  reply: status,
});

const words = z.strictObject(inEachLocale(() => text({ min: 1, max: INCIDENT_TEXT_MAX })));
const incidents = z.strictObject({ incidents: z.array(incident) });

export const openIncident = endpoint({
  name: "openIncident",
  method: "POST",
  path: "/rest/v1/staff/incidents",
  summary:
    "Open an incident of parts of the market, with a first word in each language; the parts are that bad until it ends",
  body: z.strictObject({
    parts: z.array(z.enum(STATUS_PARTS)).check(z.minLength(1), z.maxLength(STATUS_PARTS.length)),
    state: z.enum(INCIDENT_LEVELS),
    text: words,
  }),
  reply: incidents,
  refusals: ["auth.forbidden", "incident.part"],
});

export const endIncident = endpoint({
  name: "endIncident",
  method: "POST",
  path: "/rest/v1/staff/incidents/end",
  summary: "End an incident that staff opened, with a last word in each language",
  body: z.strictObject({ id: rowNumber, text: words }),
  reply: incidents,
  refusals: ["auth.forbidden", "incident.unknown", "incident.halted", "incident.over"],
});

export const updateIncident = endpoint({
  name: "updateIncident",
  method: "POST",
  path: "/rest/v1/staff/incidents/updates",
  summary: "Say something of an incident on the status page, in each language; it cannot be changed afterwards",
  body: z.strictObject({
    id: rowNumber,
    state: z.enum(INCIDENT_STATES),
    text: words,
  }),
  reply: incidents,
  refusals: ["auth.forbidden", "incident.unknown", "incident.state"],
});
