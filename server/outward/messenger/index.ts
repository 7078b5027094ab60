/** Settings of accepted messages, and which users may begin a conversation. */
export { chatStandingOf, type Reader } from "./chat-standing.ts";
export { routes } from "./http.ts";
export { acceptanceOf } from "./rows.ts";
