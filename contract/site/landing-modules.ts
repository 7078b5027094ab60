/** The modules of the embedded app `landing`, which are its routes as well (web/apps/landing/app.json). */
export const LANDING_MODULES = [
  "spot-trading",
  "gift-card-store",
  "buy-discounted-gift-cards",
  "otc-desk",
  "buy-crypto-instantly",
  "vietnam",
  "ambassador-program",
  "buy-visa-card",
  "swap",
  "fees",
  "ceoDashboard",
  "privacy-policy",
] as const;
export type LandingModule = (typeof LANDING_MODULES)[number];
