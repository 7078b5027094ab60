/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "notifications.climb_minutes": {
    value: 10,
    schema: whole(1, 1440),
    onePerson: true,
  },
  "notifications.climb_order": {
    value: ["app", "telegram", "email"] as string[],
    schema: z.array(z.string().check(z.regex(/^(app|telegram|email)$/))).check(z.maxLength(3)),
    onePerson: true,
  },
  "reminders.trade_minutes": {
    value: 10,
    schema: whole(1, 1440),
    onePerson: true,
  },
  "reminders.evidence_minutes": {
    value: 120,
    schema: whole(1, 10_080),
    onePerson: true,
  },
  "reminders.document_days": {
    value: 30,
    // A new one can be started a month before.
    schema: whole(1, 30),
    onePerson: true,
  },
  "reminders.closing_hours": {
    value: 24,
    schema: whole(1, 168),
    onePerson: true,
  },
  "reminders.review_hours": {
    value: 24,
    schema: whole(1, 168),
    onePerson: true,
  },
  "reminders.case_hours": {
    value: 4,
    schema: whole(1, 168),
    onePerson: true,
  },
} as const satisfies Settings;
