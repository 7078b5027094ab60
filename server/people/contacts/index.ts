/** Trusted and blocked users. */
export { module } from "./module.ts";
export { type ContactList, listContacts } from "./lists.ts";
export { relationOf } from "./relations.ts";
