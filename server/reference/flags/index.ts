/** Feature flags. */
/** Every flag by name, with what staff switched. */
export { FLAGS, type FlagName, flagsNow, isFlagName } from "./flags.ts";
