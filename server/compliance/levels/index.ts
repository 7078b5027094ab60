/** Levels: what they need and allow, and what somebody has used. */
export { module } from "./module.ts";
export { checkOf, hasRate, unusedVolume, viewLevels } from "./view-levels.ts";
