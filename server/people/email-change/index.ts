/** Another address in the place of a confirmed email: asked for, confirmed, and taken back from the old one. */
export { routes } from "./http.ts";
/** For the exchange of the market's secret. */
export { endChanges } from "./rows.ts";
/** The link to the old address. */
export { sendUndoLinks } from "./undo-change.ts";
