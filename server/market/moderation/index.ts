/** Reports of offers, what staff decide about them, and what they feature. */
export { module } from "./module.ts";
/** For pages: the same answer that the endpoint gives. */
export { viewJudgedOffers } from "./view-queue.ts";
/** For owners: rejections of their offers, and appeals against them. */
export { appealOffer } from "./decide-offer.ts";
export { type Rejection, rejectionsOf } from "./rows.ts";
