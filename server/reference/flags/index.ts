/** Feature flags. */
export { module } from "./module.ts";
/** As pages and rules ask for them. */
export { type FlagPercents, flagPercents, flagsNow, flagsOf, type OwnFlags } from "./flags.ts";
export { isFlagOn } from "./rows.ts";
