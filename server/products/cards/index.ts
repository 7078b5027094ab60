/** Virtual cards: one account in dollars a user, at an issuer that asks before each payment. */
export { module } from "./module.ts";
/** The invariants that the check of the ledger runs; docs/invariants.md explains them. */
export { CARD_CHECKS } from "./invariants.ts";
/** Whether there is an issuer here. */
export { cardMessageHeaders, hasCardIssuer, useCardIssuer } from "./issuer.ts";
/** Questions of merchants, where the issuer asks while the payment waits. */
export { mountCardQuestions } from "./stripe-issuing/questions.ts";
/** For the pages of users and of administrators. */
export { viewAccount } from "./view.ts";
export { viewStaffCards } from "./staff.ts";
