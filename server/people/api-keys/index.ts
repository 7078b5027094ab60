/** Keys with which a person's own programs read what is theirs. */
export { routes } from "./http.ts";
/** For code that identifies the caller. */
export { readKeys } from "./identify.ts";
export { forgetEndedKeys, hasKeys, listKeys } from "./manage.ts";
