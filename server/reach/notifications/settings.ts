/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "notifications.climb_minutes": {
    value: 10,
    schema: whole(1, 1440),
    says: "Minutes after which an unopened notification of a trade is sent by the next channel.",
    onePerson: true,
  },
  "notifications.climb_order": {
    value: ["app", "telegram", "email"] as string[],
    schema: z.array(z.string().check(z.regex(/^(app|telegram|email)$/))).check(z.maxLength(3)),
    says: "The order of these channels; a channel that is not listed is not used.",
    onePerson: true,
  },
  "reminders.trade_minutes": {
    value: 10,
    schema: whole(1, 1440),
    says: "How long before the end of a trade's window the side that must act is reminded; at the earliest in its last third.",
    onePerson: true,
  },
  "reminders.evidence_minutes": {
    value: 120,
    schema: whole(1, 10_080),
    says: "How long before the end of the time for evidence each side is reminded, unless it has nothing to add.",
    onePerson: true,
  },
  "reminders.document_days": {
    value: 30,
    // A new one can be started a month before.
    schema: whole(1, 30),
    says: "How long before a document expires its owner is reminded.",
    onePerson: true,
  },
  "reminders.closing_hours": {
    value: 24,
    schema: whole(1, 168),
    says: "How long before an account closes its owner is reminded.",
    onePerson: true,
  },
  "reminders.review_hours": {
    value: 24,
    schema: whole(1, 168),
    says: "How long before a restriction is due for review the member of staff who set it is reminded.",
    onePerson: true,
  },
  "reminders.case_hours": {
    value: 4,
    schema: whole(1, 168),
    says: "How long before a case is due its moderator is reminded.",
    onePerson: true,
  },
} as const satisfies Settings;
