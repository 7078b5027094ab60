/** The names and limits of conversations outside trades: screens need them without the code that parses requests. */
export const CHAT_ACCEPTANCES = ["everyone", "verified", "trade_partners", "nobody"] as const;
export type ChatAcceptance = (typeof CHAT_ACCEPTANCES)[number];

export const CHAT_PERMISSIONS = ["chat_exists", "chat_create_is_allowed", "chat_create_is_forbidden"] as const;

/** Why no conversation may be started; `unavailable` also where a more exact reason would reveal something about the other user. */
export const CHAT_OBSTACLES = [
  "not_accepted",
  "blocked",
  "restricted",
  "staff",
  "level",
  "too_many",
  "unavailable",
] as const;
export type ChatObstacle = (typeof CHAT_OBSTACLES)[number];

/** The page from which a conversation was started. */
export const CHAT_ORIGINS = ["profile", "offer", "trade"] as const;
export type ChatOrigin = (typeof CHAT_ORIGINS)[number];

export const CHAT_FOLDERS = ["conversations", "requests", "archived"] as const;
export type ChatFolder = (typeof CHAT_FOLDERS)[number];

/** Why the viewer cannot write in a conversation. `unanswered`: the other side has to answer or accept first. */
export const CHAT_BLOCKS = ["restricted", "staff", "blocked", "unavailable", "unanswered"] as const;
export type ChatBlock = (typeof CHAT_BLOCKS)[number];

export const MESSAGE_REPORT_REASONS = ["scam", "outside_escrow", "abuse", "spam", "impersonation", "other"] as const;
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number];

export const MESSAGE_REPORT_OUTCOMES = ["upheld", "dismissed"] as const;

export const DIRECT_MESSAGE_MAX_CHARS = 5000;
/** Messages that a user may send before the other side has answered or accepted. */
export const MOST_UNANSWERED = 5;
/** Messages before a reported one that are copied into the report. */
export const REPORTED_BEFORE = 10;
