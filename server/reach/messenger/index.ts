/** Settings of accepted messages, and which users may begin a conversation. */
export { chatStandingOf, type Reader } from "./chat-standing.ts";
export { module } from "./module.ts";
export { acceptanceOf } from "./rows.ts";
