/** What staff and the platform itself watch over. */
export { ALL_CHECKS, checkBooks, jobs } from "./check-books.ts";
