/** Why transfers wait, by name: a screen needs the names, and not what reads a request. */
export const SEND_OUT_WAITS = [
  "new_address",
  "restricted_wait",
  "recovered",
  "restricted",
  "reversed_deposit",
  "refill",
  "signer",
  "halted",
  "network",
  "next",
] as const;
export type SendOutWait = (typeof SEND_OUT_WAITS)[number];
