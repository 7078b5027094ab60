/** Conversations outside trades: who may start one, what is written, and what the staff see of it. */
export { chatStandingOf, type Reader } from "./chat-standing.ts";
export { module } from "./module.ts";
export { acceptanceOf } from "./rows.ts";
/** For pages: a folder of conversations, one conversation with its newest messages, and the staff's queue. */
export { isConversation, readMessages, viewFolder } from "./messages.ts";
export { viewReports } from "./report-messages.ts";
/** For the download route: a file that was sent in a conversation of the viewer. */
export { findDirectFile } from "./message-rows.ts";
