/** What traders say of each other. */
export { routes } from "./http.ts";
/** For pages: what a user received. */
export { listFeedback, ofUser } from "./list-feedback.ts";
