/** Reasons for a blocked wallet, by name; screens need them before any call. */

/** ID_REQUIRED: identity, email, address and phone, or of some countries the identity. BLOCKED_IN_LOCATION: the country is closed. */
export const WALLET_BLOCKS = ["ID_REQUIRED", "BLOCKED_IN_LOCATION"] as const;
export type WalletBlock = (typeof WALLET_BLOCKS)[number];

/** The missing requirements of a wallet that needs an identity, in the order of display. */
export const MISSING_VERIFICATION = ["email", "phone", "id", "address"] as const;
export type MissingVerification = (typeof MISSING_VERIFICATION)[number];

/** The actions that an account's level, or a block of its wallet, may forbid. */
export const KYC_ACTIONS = [
  "create-offer",
  "view-trade",
  "start-trade-buy",
  "start-trade-sell",
  "use-wallet",
  "activate-offer",
] as const;
export type KycAction = (typeof KYC_ACTIONS)[number];
