/** The places of the console with a queue, by the keys of their addresses. Light: the console draws its navigation with them. */
export const QUEUE_PLACES = [
  "staffDisputes",
  "staffSupport",
  "staffRestrictions",
  "staffOffers",
  "staffOtc",
  "staffMessageReports",
  "staffPartners",
  "staffAmbassadors",
  "staffVerifications",
  "staffTradingNames",
  "staffRecoveries",
  "staffSendOuts",
  "staffDesk",
  "staffErrors",
] as const;
