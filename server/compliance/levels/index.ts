/** Levels: what they require and allow, and how much a user has used. */
export { module } from "./module.ts";
export { checkOf, hasRate, unusedVolume, viewLevels, viewOwnLimits } from "./view-levels.ts";
