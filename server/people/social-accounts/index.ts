/** Accounts elsewhere, by which somebody signs in in place of the password. */
export { module } from "./module.ts";
/** For the page of signing in. */
export { offeredProviders } from "./offered.ts";
export { listConnections } from "./connections.ts";
