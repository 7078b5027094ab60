/** Accounts at providers, by which a user signs in instead of by the password. */
export { module } from "./module.ts";
/** For the page of signing in. */
export { offeredProviders } from "./offered.ts";
export { listConnections } from "./connections.ts";
