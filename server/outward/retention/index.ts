/** Retention: what is kept for a time is erased when that is over. */
export { eraseOld } from "./erase-old.ts";
