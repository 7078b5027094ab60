/** Feature flags. */
/** Every flag by name, with what staff switched. */
export { FLAGS, flagsNow } from "./flags.ts";
