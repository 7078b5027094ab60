/** The names of the ambassador program, as screens need them without the code that parses requests. */
export const AMBASSADOR_LEVELS = ["peer", "ambassador", "associate"] as const;
export type AmbassadorLevel = (typeof AMBASSADOR_LEVELS)[number];

export const APPLICATION_STATUSES = ["sent", "interview", "accepted", "declined", "withdrawn"] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];
export const APPLICATION_LISTS = ["open", "decided"] as const;
/** What staff do with an application; a level, which accepts it, takes two of them. */
export const APPLICATION_STEPS = ["note", "interview", "declined"] as const;

/** Where a newcomer of an ambassador stands: `over` when the time for the first trade has ended. */
export const ASSIGNED_STATES = ["registered", "verified", "traded", "rewarded", "over"] as const;

export const MIN_APPLICATION = 20;
export const MAX_APPLICATION = 2000;
