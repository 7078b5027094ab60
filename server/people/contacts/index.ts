/** Whom users trust and block. */
export { routes } from "./http.ts";
export { type ContactList, listContacts } from "./lists.ts";
export { type Relation, relationOf } from "./relations.ts";
export { isBlockedBetween } from "./rows.ts";
