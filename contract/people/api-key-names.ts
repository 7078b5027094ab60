/** The rights of an API key, as screens need them. */

/** The account itself; its offers; its trades without their conversations; balances, transactions and send-outs; messages of its webhook, which have all of that. */
export const KEY_SCOPES = ["account", "offers", "trades", "wallet", "webhooks"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Of a key that signs its calls and places spot orders; it reads what those need, and nothing else goes with it. */
export const TRADE_SCOPE = "spot:trade";

/** For how many days a key may be made. */
export const KEY_DAYS = [30, 90, 180, 365] as const;

/** Maximum active keys, and maximum networks of a key. */
export const MOST_KEYS = 10;
export const MOST_NETWORKS = 10;

/** The prefix of the secret, by which scanners find leaked keys. */
export const KEY_MARK = "parley_key_";
