/** Kinds of announcements and their length: a form needs these, and not what reads a request. */
export const ANNOUNCEMENT_MAX = 300;
export const ANNOUNCEMENT_STATES = ["planned", "shown", "over"] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];
export const ANNOUNCEMENT_KINDS = ["admin_alert", "maintenance"] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];
