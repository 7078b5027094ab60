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
  error_kinds: [],
} as const;
