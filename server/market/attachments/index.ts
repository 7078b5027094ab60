/** The files that the buyer of a trade submits, and the seller's decision about them. */
export { module } from "./module.ts";
