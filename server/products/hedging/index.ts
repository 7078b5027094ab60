/** Protection of a balance: rules of users that convert their coins on an occasion. */
export { module } from "./module.ts";
/** For the pages. */
export { viewHedging } from "./rules.ts";
export { HEDGE_CHECKS } from "./invariants.ts";
/** For tests, which prove a rule as a screen would. */
export { readRule } from "./rule.ts";
