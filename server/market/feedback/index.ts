/** What traders say of each other. */
export { routes } from "./http.ts";
