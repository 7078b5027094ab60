/** Telephone numbers: confirmed by codes that come as texts or calls. */
export { routes } from "./http.ts";
/** Codes that the signer made. */
export { factorCodeJob } from "./carry-factor-codes.ts";
/** Codes on their way. */
export { forgetPhoneCodes, phoneCodeJob } from "./send-codes.ts";
export { nameLines } from "./name-lines.ts";
/** For the exchange of the market's secret. */
export { sealAnew } from "./seal-anew.ts";
/** For the archive of their own data. */
export { openPhoneLine } from "./marks.ts";
export { isPhoneConfirmed, viewPhone } from "./view-phone.ts";
/** What a code confirms, for who carries it elsewhere. */
export { aboutText } from "./carry-factor-codes.ts";
export { type About, noteSentCode } from "./factor-code-rows.ts";
