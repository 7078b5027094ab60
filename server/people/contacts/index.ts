/** Trusted and blocked users. */
export { routes } from "./http.ts";
export { type ContactList, listContacts } from "./lists.ts";
export { relationOf } from "./relations.ts";
