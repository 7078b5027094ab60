/** Levels: what they need and allow, and what somebody has used. */
export { routes } from "./http.ts";
export { checkOf, hasRate, unusedVolume, viewLevels } from "./view-levels.ts";
