/** Documents of identity and of address: shown by people, decided by staff, erased on their day. */
export { module } from "./module.ts";
/** A provider that checks documents too, where one is configured. */
export { mountWebhook } from "./provider/mount-webhook.ts";
/** Pictures for the staff that have opened them. */
export { mountPictures } from "./pictures/mount-pictures.ts";
/** For the start of a market whose secret was exchanged. */
export { sealDocumentsAnew } from "./pictures/seal-anew.ts";
export { viewCorporate } from "./companies/corporate.ts";
export { companyDocuments } from "./companies/company-documents.ts";
/** The state of a user's documents, and the data of staff pages. */
export { missingVerification } from "./missing-verification.ts";
export { basicOf, viewVerification } from "./view-verification.ts";
export { documentCountry, verifiedAddress, viewStandings } from "./view-own.ts";
export { supportedCountries } from "./countries.ts";
export { openBeside, viewStaffQueue } from "./review.ts";
/** For pictures of others that are kept as those of documents are. */
export { openPicture } from "./pictures/picture.ts";
export { keepPicture } from "./show-documents.ts";
export { screenAgain, viewDecided, viewScreening } from "./screening/screen-again.ts";
