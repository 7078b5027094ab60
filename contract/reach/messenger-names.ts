/** The users who may begin a conversation, by the names of the given API: screens need the names without the code that parses requests. */
export const CHAT_ACCEPTANCES = ["everyone", "verified", "trade_partners", "nobody"] as const;
export type ChatAcceptance = (typeof CHAT_ACCEPTANCES)[number];

export const CHAT_PERMISSIONS = ["chat_exists", "chat_create_is_allowed", "chat_create_is_forbidden"] as const;

/** Why none may be begun; `unavailable` also where saying more would tell on the other. */
export const CHAT_OBSTACLES = ["not_accepted", "blocked", "restricted", "unavailable"] as const;
