import { type DataOf, untouched } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  sessions: ["id", "user_id", "seen_at", "ended_at", "expires_at", "idle_hours", "ip"],
  email_codes: [],
  failed_attempts: [],
  known_devices: [],
  pending_sign_ins: [],
  sign_in_approvals: [],
  spent_puzzles: [],
  account_activity: [],
  proofs: ["subject", "user_id", "spent_at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  sessions: {
    ownData: { section: "sessions" },
    retention: { by: "sessions", after: "365 days after they ended (retention.log_days)" },
    closing: "erased",
  },
  email_codes: {
    ownData: { none: "a code that is shown once" },
    retention: { by: "email_codes", after: "30 days" },
    closing: "erased",
  },
  failed_attempts: {
    ownData: { none: "counts wrong tries without a name" },
    retention: { by: "forget-old-failures", after: "a day" },
    closing: { kept: "gone with age" },
  },
  known_devices: {
    ownData: { section: "known_browsers" },
    retention: { by: "forget-old-failures", after: "365 days (retention.log_days)" },
    closing: "erased",
  },
  pending_sign_ins: {
    ownData: { section: "sign_ins" },
    retention: { by: "tell-unfinished-sign-ins", after: "2 days" },
    closing: "erased",
  },
  sign_in_approvals: {
    ownData: { section: "sign_ins" },
    retention: { by: "tell-unfinished-sign-ins", after: "2 days, with the sign-in" },
    closing: { erasedWith: "pending_sign_ins" },
  },
  spent_puzzles: untouched("puzzles that visitors without an account solved"),
  account_activity: {
    ownData: { section: "activity" },
    retention: { by: "forget-old-activity", after: "365 days (retention.log_days)" },
    closing: "erased",
  },
  proofs: {
    ownData: { none: "what it proved is in the archive" },
    retention: { kept: "the ledger and trades name the proof of a movement" },
    closing: { kept: "the ledger and trades name the proof of a movement" },
  },
};
