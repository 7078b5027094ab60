/** The vault of gift cards: codes that pay for coins, each on the platform once and seen once. */
export { module } from "./module.ts";
/** For trades: the card that pays, as both sides see it, and its code, once. */
export { type CardInTrade, cardsInTrades } from "./rows.ts";
/** For an owner's offers: which of them have cards to pay with. */
export { offersWithCards } from "./rows.ts";
/** For offers: whether cards of a payment method can be checked. */
export { issuerForms } from "./issuer-forms.ts";
/** For the store, whose codes are marked and sealed as those of the vault. */
export { codeFrom, codeMark, sealCode } from "./codes.ts";
export { findCard, listCards, readCode, useCard } from "./vault.ts";
