/** Movements of a user's coins by products; `subject` is the hash of the order, of the quote, or of the withdrawal. */
export const PRODUCT_EVENTS = [
  /** An order at a provider was paid, delivered, or its coins are back. */
  ...(["wallet.order_paid", "wallet.order_settled", "wallet.order_returned"] as const),
  /** A monthly top-up waits for a yes; `subject` is the hash of the question, and nothing has moved. */
  "wallet.top_up_asked",
  /** A rule converted, and `subject` is the quote; or it did not, and `subject` is the rule, the status says why, and nothing has moved. */
  ...(["wallet.hedge_converted", "wallet.hedge_failed"] as const),
  /** Money for a purchase bought coins, is held, or went back. */
  ...(["wallet.ramp_bought", "wallet.ramp_held", "wallet.ramp_refunded"] as const),
  ...(["wallet.ramp_sold", "wallet.ramp_returned"] as const),
  /** Coins became card money, or card money coins. */
  ...(["wallet.card_topped_up", "wallet.card_withdrawn"] as const),
  /** A Lightning invoice was paid; a payment is on its way, has arrived, or came back. */
  ...([
    "wallet.lightning_received",
    "wallet.lightning_paying",
    "wallet.lightning_sent",
    "wallet.lightning_returned",
  ] as const),
  /** A gift card of the demo's market was redeemed, or a bought one was refunded. */
  ...(["wallet.gift_card_redeemed", "wallet.gift_card_refunded"] as const),
] as const;
export type ProductEvent = (typeof PRODUCT_EVENTS)[number];

/** `subject` is the user's id. The issuer answered a dispute: the detail is the merchant and the sum. Card money went back to the wallet: the sum. */
export const CARD_EVENTS = [
  ...(["account.card_dispute_won", "account.card_dispute_lost", "account.card_money_returned"] as const),
  /** An online payment waits for a yes: the merchant and the sum. */
  "account.card_payment_asked",
] as const;
export type CardNews = { [E in (typeof CARD_EVENTS)[number]]: { detail: string } };
