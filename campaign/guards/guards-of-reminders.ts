/** What is promised of reminders. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0521-reminders.sql";
const TEST = "server/outward/notifications/remind.test.ts";

export const GUARDS_OF_REMINDERS: readonly Guard[] = [
  {
    promise: "who said that this is all is not reminded of evidence",
    file: "server/migrations/0771-told-of-disputes.sql",
    text: " and side.done_at is null\n",
    without: "\n",
    test: TEST,
    only: "each side of a dispute is reminded once before the time for evidence ends, unless it said that this is all",
  },
  {
    promise: "the time for evidence is reminded of once",
    file: "server/migrations/0771-told-of-disputes.sql",
    text: "select 'evidence', due.hash, due.user_id, due.evidence_due_at, at from due",
    without: "select 'evidence', due.hash, due.user_id, at, at from due",
    test: TEST,
    only: "each side of a dispute is reminded once before the time for evidence ends, unless it said that this is all",
  },
  {
    promise: "a payment window is reminded of once",
    file: MADE,
    text: "select 'trade', due.hash, due.user_id, due.expires_at, at from due",
    without: "select 'trade', due.hash, due.user_id, at, at from due",
    test: TEST,
    only: "the buyer is reminded once, ten minutes before the window ends, and anew when it was extended",
  },
  {
    promise: "a window that is over is not reminded of",
    file: MADE,
    text: "timer.expires_at > at and ",
    without: "",
    test: TEST,
    only: "of a short window nobody is reminded before its last third, and of one that is over not at all",
  },
  {
    promise: "a short window is reminded of in its last third",
    file: MADE,
    text: "      and timer.expires_at <= at + make_interval(mins => trade.window_minutes) / 3\n",
    without: "",
    test: TEST,
    only: "of a short window nobody is reminded before its last third, and of one that is over not at all",
  },
  {
    promise: "who has paid is not reminded",
    file: "server/outward/notifications/notify-trade.ts",
    text: "trade && !isOver ?",
    without: "trade ?",
    test: TEST,
    only: "who has paid before the reminder is delivered is reminded of nothing",
  },
  {
    promise: "a closing that was taken back is not reminded of",
    file: MADE,
    text: "closure.withdrawn_at is null and closure.closed_at is null and closure.due_at > at\n",
    without: "closure.closed_at is null and closure.due_at > at\n",
    test: TEST,
    only: "an account that closes tomorrow says so to its owner, and one whose closing was taken back does not",
  },
  {
    promise: "a document whose successor is under way is not reminded of",
    file: MADE,
    text: "next.kind = shown.kind and next.status = 'pending'",
    without: "next.kind = shown.kind and false",
    test: TEST,
    only: "the owner of a document is reminded a month before it expires, unless the next one is under way",
  },
  {
    promise: "the ladder goes in the order of the settings",
    file: "server/outward/notifications/climb.ts",
    text: 'settings["notifications.climb_order"] as readonly Channel[]',
    without: '["app", "telegram", "email"] as readonly Channel[]',
    test: "server/outward/notifications/climb.test.ts",
    only: "how long it waits, in which order, and by which channels is the operator's to set",
  },
];
