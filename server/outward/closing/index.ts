/** Closing accounts: asked for, taken back, and done when its time has come. */
export { closeDue } from "./close-due.ts";
export { routes } from "./http.ts";
/** For the settings page. */
export { closesAt } from "./view-closing.ts";
