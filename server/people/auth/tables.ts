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
