/** The partner program: by whom users came, and what their referrers earn of their fees. */
export { module } from "./module.ts";
/** The invariants that the check of the ledger runs; docs/invariants.md explains them. */
export { PARTNER_CHECKS } from "./invariants.ts";
export { mountReferralLinks } from "./mount-links.ts";
export { mountSharePicture } from "./share-picture.ts";
export { viewCases, viewRates } from "./cases.ts";
export { refuseWithoutProgram } from "./refuse-without-program.ts";
export { viewAmbassadors, viewApplications } from "./ambassadors/judge.ts";
export { linkOfAmbassador } from "./ambassadors/links.ts";
export { viewLink } from "./ambassadors/assign.ts";
export { listNewcomers, rewardsOfLevels, viewAmbassador } from "./ambassadors/view-ambassador.ts";
export { currentRates, listEarnings, listRewards, publicLink, usePartnerLinks, viewProgram } from "./view-program.ts";
