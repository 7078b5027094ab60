/** How every session of the market's processes behaves: given at the start of a connection, and to the roles, for connections by a pooler. */
export const SESSION_SETTINGS = {
  statement_timeout: "20s",
  lock_timeout: "8s",
  idle_in_transaction_session_timeout: "30s",
  jit: "off",
  // In another zone a day's interval has an hour more or less where the clocks change.
  timezone: "UTC",
} as const;

/** As the start of a connection takes them. */
export const SESSION_OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");
