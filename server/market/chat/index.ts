/** The chat of a trade: rooms, messages, checked uploads. */
export { routes } from "./http.ts";
export { pushPosted, pushRead } from "./push.ts";
/** For trades: open, tell, close; all take lists. */
export {
  closeRooms,
  type CloseReason,
  joinAsModerator,
  openRooms,
  postSystemLines,
  type SystemLine,
  unreadCounts,
  unreadOfEach,
} from "./rooms.ts";
/** For the download route: who may have the file. */
export { findReadableUpload, type KeptFile } from "./uploads.ts";
export { type TextWarning, warningsOf } from "./text-warnings.ts";
/** For pages: the chat as one member sees it. */
export { listMessages } from "./messages.ts";
/** A member writes; for the robots of the demo market. */
export { postMessage } from "./post-message.ts";
