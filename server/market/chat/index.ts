/** The chat of a trade: the lines of its steps, messages, checked uploads. */
export { module } from "./module.ts";
/** For trades: the system messages of their steps, delivered with the changes of a step. */
export { closedBecause, linesOf } from "./lines.ts";
/** For trades: what no step says, and what is unread; in lists. */
export {
  findMember,
  joinAsModerator,
  postSystemLines,
  unreadOfEach,
} from "./conversation-rows.ts";
/** For notifications: who a message is for, and what they have not read. */
export { receiversOf, unreadWordsOf } from "./conversation-rows.ts";
/** For the download route: who may have the file. */
export { findReadableUpload } from "./upload-rows.ts";
/** For the files of tickets. */
export { safeName } from "./uploads.ts";
/** For pictures that people show of themselves. */
export { findOwnFile } from "./upload-rows.ts";
/** For conversations outside trades: uploads of the author, and what to beware of in a text. */
export { findOwnUpload, type UploadRow } from "./upload-rows.ts";
export { viewUpload } from "./uploads.ts";
export { warningsOf } from "./text-warnings.ts";
/** For pages: the chat as one member sees it. */
export { listMessages } from "./messages.ts";
/** The words of one message, as a member reads them. */
export { readMessage } from "./messages.ts";
/** A member writes; for the robots of the demo market. */
export { postMessage, postSubmittedFile } from "./post-message.ts";
/** For webhooks: messages by their ids, with the sides of their conversations. */
export { findMessages } from "./message-rows.ts";
