/** Where errors come from and whether they are done: a screen needs the names, and not what reads a request. */
export const ERROR_SOURCES = ["browser", "call", "job"] as const;
export const ERROR_STATES = ["open", "resolved"] as const;
