/** The owner's desk: one's own offers, their prices and amounts, and their rank. */
/** The endpoints of this module. */
export { routes } from "./http.ts";
/** For pages: the same answer that the endpoint gives. */
export { listMyOffers } from "./list-my-offers.ts";
