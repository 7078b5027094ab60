/** Where and about what people are told; by itself, because screens need it before any call. */

/** Where somebody can be told: the page, email, Telegram, and a browser or phone that took our app's notifications. */
export const CHANNELS = ["web", "email", "telegram", "app"] as const;
export type Channel = (typeof CHANNELS)[number];
/** What belongs together in the settings, and is stopped together by the link in an email. */
export const AREAS = ["trades", "wallet", "security"] as const;
export type Area = (typeof AREAS)[number];
