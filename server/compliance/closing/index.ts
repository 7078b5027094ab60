/** Closing accounts: asked for, taken back, and done when its time has come. */
export { module } from "./module.ts";
/** For the settings page. */
export { closesAt } from "./view-closing.ts";
