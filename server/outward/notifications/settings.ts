/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "notifications.climb_minutes": {
    value: 10,
    schema: whole(1, 1440),
    says: "What waits for its reader in a trade, and was opened nowhere, comes by the next channel after so many minutes.",
    onePerson: true,
  },
  "notifications.climb_order": {
    value: ["app", "telegram", "email"] as string[],
    schema: z.array(z.string().check(z.regex(/^(app|telegram|email)$/))).check(z.maxLength(3)),
    says: "The order of these channels; one that is not named is not used for it.",
    onePerson: true,
  },
  "reminders.trade_minutes": {
    value: 10,
    schema: whole(1, 1440),
    says: "The side that has to act is reminded so long before a trade's window ends, at the earliest in its last third.",
    onePerson: true,
  },
  "reminders.evidence_minutes": {
    value: 120,
    schema: whole(1, 10_080),
    says: "Each side of a dispute is reminded so long before the time for evidence ends, unless it said that this is all.",
    onePerson: true,
  },
  "reminders.document_days": {
    value: 30,
    // A new one can be started a month before.
    schema: whole(1, 30),
    says: "The owner of a document is reminded so long before it expires.",
    onePerson: true,
  },
  "reminders.closing_hours": {
    value: 24,
    schema: whole(1, 168),
    says: "The owner of an account is reminded so long before it closes.",
    onePerson: true,
  },
  "reminders.review_hours": {
    value: 24,
    schema: whole(1, 168),
    says: "The staff member who set a restriction is reminded so long before it is due for review.",
    onePerson: true,
  },
  "reminders.case_hours": {
    value: 4,
    schema: whole(1, 168),
    says: "The staff member who took a case is reminded so long before it is due.",
    onePerson: true,
  },
} as const satisfies Settings;
