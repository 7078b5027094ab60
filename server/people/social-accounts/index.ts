/** Accounts elsewhere, by which somebody signs in in place of the password. */
export { routes } from "./http.ts";
/** Workers talk to the providers. */
export { askProvidersJob, forgetAttempts, nameProvidersJob } from "./ask-providers.ts";
/** For the page of signing in. */
export { offeredProviders } from "./offered.ts";
export { listConnections } from "./connections.ts";
/** For the exchange of the market's secret. */
export { endAttempts } from "./worker-rows.ts";
