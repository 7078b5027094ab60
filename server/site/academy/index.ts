/** The academy: lessons from content/academy, each with a quiz. */
export { module } from "./module.ts";
export { academyPages } from "./pages.ts";
export { hasPassed } from "./view-lessons.ts";
