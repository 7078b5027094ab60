/** Whose messages somebody takes, and who may begin a conversation with whom. */
export { chatStandingOf, type Reader } from "./chat-standing.ts";
export { routes } from "./http.ts";
export { acceptanceOf } from "./rows.ts";
