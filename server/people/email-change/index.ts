/** Another address in the place of a confirmed email: asked for, confirmed, and taken back from the old one. */
export { routes } from "./http.ts";
/** For the exchange of the market's secret; and of the archive of one's own data a line of it. */
export { endChanges, openChangeLine } from "./rows.ts";
/** The link to the old address, and word to one that was taken away. */
export { sendUndoLinks, tellTakenAway } from "./undo-change.ts";
