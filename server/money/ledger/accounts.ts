/**
 * The names of ledger accounts. A name says who holds what: `user:7:BTC:available`, `trade:91:BTC:escrow`,
 * `house:BTC:fees`, `outside:BTC:chain`. Only the chain outside and the operator's losses may stand below zero.
 */
import type { CryptoCode } from "#contract/money.ts";

export type HouseAccount = "fees" | "dust" | "inventory" | "loss" | "network";

export const accountOf = {
  available: (userId: bigint, currency: CryptoCode) => `user:${userId}:${currency}:available`,
  /** Reserved for something that was not sent yet: a send-out in flight. */
  held: (userId: bigint, currency: CryptoCode) => `user:${userId}:${currency}:held`,
  bond: (userId: bigint, currency: CryptoCode) => `user:${userId}:${currency}:bond`,
  escrow: (tradeId: bigint, currency: CryptoCode) => `trade:${tradeId}:${currency}:escrow`,
  house: (currency: CryptoCode, purpose: HouseAccount) => `house:${currency}:${purpose}`,
  chain: (currency: CryptoCode) => `outside:${currency}:chain`,
};

export type AccountKind = "user" | "trade" | "house" | "outside";

/** What a name says: kind, currency and whether the account may stand below zero. Throws for a name of no known form. */
export function readAccountName(name: string): { kind: AccountKind; currency: CryptoCode; mayOverdraw: boolean } {
  const match = /^(?:(user|trade):\d+|(house|outside)):(BTC|ETH|USDT):([a-z]+)$/.exec(name);
  if (!match) throw new Error(`no such form of account name: ${name}`);
  const kind = (match[1] ?? match[2]) as AccountKind;
  const purpose = match[4];
  return { kind, currency: match[3] as CryptoCode, mayOverdraw: kind === "outside" || purpose === "loss" };
}
