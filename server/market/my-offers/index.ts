/** The owner's desk: one's own offers, their prices and amounts, and their rank. */
export { module } from "./module.ts";
/** For pages: the same answer that the endpoint gives. */
export { listMyOffers } from "./list-my-offers.ts";
