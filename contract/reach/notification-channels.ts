/** Channels and events of notifications; in a separate file, because screens need it before any call. */

/** The channels: the page, email, Telegram, and browsers or phones with notifications turned on. */
export const CHANNELS = ["web", "email", "telegram", "app"] as const;
export type Channel = (typeof CHANNELS)[number];
/** Groups of events in the settings; the link in an email stops a whole group. */
export const AREAS = ["trades", "wallet", "security"] as const;
export type Area = (typeof AREAS)[number];
