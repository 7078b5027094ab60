/** Names of administrators' changes: screens need the names without the code that parses requests. */

export const ROLES = ["moderator", "supermoderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The operator's own accounts that a manual journal may take from or give to. */
export const JOURNAL_HOUSES = ["loss", "fees", "dust", "inventory"] as const;
export const JOURNAL_SIDES = ["credit", "debit"] as const;

/** Badges that no number of trades gives. */
export const GIVEN_BADGES = ["operator", "ceo"] as const;

export const HALT_NAMES = [
  "money_out",
  "bitcoin_out",
  "ethereum_out",
  "bitcoin_in",
  "ethereum_in",
  "new_trades",
  "releases",
  "conversions",
  "ledger",
  "coin_BTC",
  "coin_ETH",
  "coin_USDT",
  "lightning_out",
  "lightning_in",
  "top_up",
  "store",
  "card_top_up",
  "card_payments",
  "on_ramp",
  "off_ramp",
  "spot",
] as const;
export type HaltName = (typeof HALT_NAMES)[number];

const GIVING = [
  "grant_role",
  "set_level",
  "give_badge",
  "give_perk",
  "give_cashback",
  "set_ambassador",
  "end_order",
  "end_cards",
  "accept_lightning",
  "lift_halt",
  "lift_restriction",
  "allow_last_send_out",
  "approve_verification",
  "approve_recovery",
  "set_setting",
  "post_journal",
] as const;

/** A password alone is not enough to grant something, because anyone who has seen it can use it. */
export function takesFactor({ kind }: { readonly kind: string }): boolean {
  return GIVING.some((one) => one === kind);
}
