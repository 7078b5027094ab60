/** Feature flags. */
/** As pages and rules ask for them. */
export { type FlagPercents, flagPercents, flagsNow, flagsOf, isFlagOn, type OwnFlags } from "./flags.ts";
