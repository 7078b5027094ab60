/** Telephone numbers: confirmed by codes that come as texts or calls. */
export { module } from "./module.ts";
/** For the exchange of the market's secret. */
export { sealAnew } from "./seal-anew.ts";
/** Numbers that airtime goes to. */
export { callingParts, readMobileNumber, spacedNumber } from "./phone-number.ts";
export { confirmedNumber, isPhoneConfirmed, viewPhone } from "./view-phone.ts";
/** The subject of a code, for other carriers. */
export { aboutText } from "./carry-factor-codes.ts";
export { type About, noteSentCode } from "./factor-code-rows.ts";
