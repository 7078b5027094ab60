/** The names of companies that screens need before any call. */

/** A person with this share or more is named as an owner, in percent. */
export const OWNER_SHARE_MIN = 25;
export const OWNERS_MAX = 4;
/** After a conversion, until the browser goes where the answer says. */
export const CONVERTED_REDIRECT_MS = 4000;
