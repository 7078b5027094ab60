/** What staff and the platform itself watch over. */
export { checkBooks, jobs } from "./check-books.ts";
