/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  gift_cards: ["id", "status", "trade_id", "revealed_at"],
  gift_card_reveals: ["gift_card_id", "at"],
} as const;
