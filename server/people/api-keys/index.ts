/** Keys with which a person's own programs read what is theirs. */
export { module } from "./module.ts";
/** For code that identifies the caller. */
export { readKeys } from "./identify.ts";
/** For calls that are signed. */
export { holdSpotKey, type SpotKey } from "./spot-keys.ts";
export { hasKeys, listKeys } from "./manage.ts";
