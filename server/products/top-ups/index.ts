/** Mobile top-up: airtime for a number, paid with a coin, delivered by a provider. */
export { module } from "./module.ts";
/** At the start: which provider this market has. */
export { hasTopUps, topUpMessageHeaders, useTopUps } from "./top-up-provider.ts";
/** For pages. */
export { viewTopUpPage } from "./view-page.ts";
export { getTopUp } from "./top-ups.ts";
export { listPhones } from "./house-telco/phones.ts";
