/** What a key of a person's own programs may read, as screens need it. */

/** The account itself; its offers; its trades without their conversations; balances, transactions and send-outs. */
export const KEY_SCOPES = ["account", "offers", "trades", "wallet"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** For how many days a key may be made. */
export const KEY_DAYS = [30, 90, 180, 365] as const;

/** How many may stand at once, and how many networks one of them may be held to. */
export const MOST_KEYS = 10;
export const MOST_NETWORKS = 10;

/** What stands before the secret, so that searches for lost ones find it. */
export const KEY_MARK = "parley_key_";
