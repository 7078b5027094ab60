/** Announcements of administrators above every page, in each language, with start and end. */
import * as z from "zod/mini";
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_MAX, ANNOUNCEMENT_STATES } from "./announcement-names.ts";
import { STATUS_PARTS } from "../site/status-names.ts";
import { endpoint } from "../platform/endpoint.ts";
import { inEachLocale } from "../platform/locales.ts";
import { instant, rowNumber, text, username } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

const kind = z.enum(ANNOUNCEMENT_KINDS);
/** The database knows no year nought; no other millennium is meant. */
const when = z.iso.datetime().check(z.regex(/^2/, { error: form("instant") }));
const words = text({ min: 1, max: ANNOUNCEMENT_MAX });
const reason = text({ min: 3, max: ANNOUNCEMENT_MAX });

export const announcement = z.strictObject({
  id: rowNumber,
  kind,
  /** Of the status page, for maintenance; none are all of them. */
  parts: z.array(z.enum(STATUS_PARTS)),
  text: z.strictObject(inEachLocale(() => z.string())),
  startsAt: instant,
  endsAt: instant,
  state: z.enum(ANNOUNCEMENT_STATES),
  madeBy: username,
  /** The administrator who ended it early. */
  endedBy: z.nullable(username),
});
export type Announcement = z.infer<typeof announcement>;

const announcementPage = z.strictObject({
  rows: z.array(announcement),
  /** Where the next page begins; null at the end. */
  next: z.nullable(rowNumber),
});
export type AnnouncementPage = z.infer<typeof announcementPage>;

/** All of these, where given. */
export const announcementFilters = z.strictObject({
  state: z.optional(z.enum(ANNOUNCEMENT_STATES)),
  kind: z.optional(kind),
  /** Its author. */
  who: z.optional(username),
});
export type AnnouncementFilters = z.infer<typeof announcementFilters>;

export const listAnnouncements = endpoint({
  name: "listAnnouncements",
  method: "GET",
  path: "/rest/v1/staff/announcements",
  summary: "Announcements above every page: current, planned and past; newest first, fifty on a page",
  query: z.strictObject({ ...announcementFilters.shape, after: z.optional(rowNumber) }),
  reply: announcementPage,
});

export const announce = endpoint({
  name: "announce",
  method: "POST",
  path: "/rest/v1/staff/announcements",
  summary: "Tell everybody something above every page, from a time on until another, a month at most",
  body: z.strictObject({
    kind,
    /** Of maintenance only. */
    parts: z.optional(z.array(z.enum(STATUS_PARTS)).check(z.maxLength(STATUS_PARTS.length))),
    text: z.strictObject(inEachLocale(() => words)),
    starts_at: when,
    ends_at: when,
    reason,
  }),
  reply: announcementPage,
  refusals: ["auth.forbidden", "announcement.times", "announcement.parts"],
});

export const endAnnouncement = endpoint({
  name: "endAnnouncement",
  method: "POST",
  path: "/rest/v1/staff/announcements/end",
  summary: "Take an announcement off before its end, or before it began",
  body: z.strictObject({ id: rowNumber, reason }),
  reply: announcementPage,
  refusals: ["auth.forbidden", "announcement.over"],
});
