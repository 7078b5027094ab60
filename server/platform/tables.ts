import { type DataOf, untouched } from "./personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  events: [],
  event_lanes: [],
  idempotency_keys: [],
  idempotency_key_parts: [],
  page_changes: [],
  live_channels: ["name", "last_seq"],
  live_messages: [],
  mails: ["dedupe_key", "sent_at", "attempts"],
  inbox_mails: ["id", "to_address", "subject", "body_text", "at"],
  heartbeats: [],
  processes: [
    ...(["instance", "part", "host", "pid", "release", "started_at", "seen_at", "stopped_at", "figures"] as const),
  ],
  error_kinds: ["first_at", "resolved_at"],
  upload_tries: [],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  events: {
    ownData: { none: "repeats what other tables have" },
    retention: { by: "keep-parts", after: "3 days after delivery" },
    closing: { kept: "gone with age" },
  },
  event_lanes: untouched("how far events were delivered"),
  idempotency_keys: {
    ownData: { none: "repeats answers of calls" },
    retention: { by: "keep-parts", after: "a day" },
    closing: { kept: "gone with age" },
  },
  idempotency_key_parts: untouched("which parts of a table there are"),
  page_changes: untouched("which pages have changed"),
  live_channels: untouched("numbers of live messages"),
  live_messages: {
    ownData: { none: "repeats what other tables have" },
    retention: { by: "keep-parts", after: "2 days" },
    closing: { kept: "gone with age" },
  },
  mails: {
    ownData: { none: "repeats what other tables have" },
    retention: { by: "mails", after: "365 days (retention.log_days); the text goes when it was sent" },
    closing: { kept: "gone with age" },
  },
  inbox_mails: untouched("the mailbox of a demo market"),
  heartbeats: untouched("which process is at work"),
  processes: untouched("which processes run; a row goes an hour after the last word of its process"),
  error_kinds: {
    ownData: { none: "faults of the software, without personal data" },
    retention: { by: "forget-old-platform-rows", after: "30 days" },
    closing: { kept: "an act of staff where one was resolved" },
  },
  upload_tries: untouched("counts files of an hour"),
};
