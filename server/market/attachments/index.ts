/** What the buyer of a trade hands in, and what the seller says of it. */
export { routes } from "./http.ts";
