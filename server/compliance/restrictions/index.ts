/** Restrictions of accounts: staff set, keep and lift them; the user writes against one once. */
export { module } from "./module.ts";
/** For the pages of staff and of the users. */
export { type Asker, staffView, viewOwnRestrictions, viewQueue } from "./view-restrictions.ts";
/** For looking up users. */
export { restrictionByCase, restrictionsOf } from "./rows.ts";
/** By command line; the act is in the audit log. */
export { liftRestrictionByOperator } from "./rows.ts";
