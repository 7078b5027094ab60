/** Why somebody's wallet is blocked, by name: screens need it before any call. */

/** ID_REQUIRED: identity, email, address and phone, or of some countries the identity. BLOCKED_IN_LOCATION: the country is closed. */
export const WALLET_BLOCKS = ["ID_REQUIRED", "BLOCKED_IN_LOCATION"] as const;
export type WalletBlock = (typeof WALLET_BLOCKS)[number];

/** What a wallet that asks for an identity still lacks, in the order in which it is shown. */
export const MISSING_PROOFS = ["email", "phone", "id", "address"] as const;
export type MissingProof = (typeof MISSING_PROOFS)[number];

/** What the level of an account, or a block of its wallet, may keep from it. */
export const KYC_ACTIONS = [
  "create-offer",
  "view-trade",
  "start-trade-buy",
  "start-trade-sell",
  "use-wallet",
  "activate-offer",
] as const;
export type KycAction = (typeof KYC_ACTIONS)[number];
