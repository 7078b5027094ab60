import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  gift_cards: ["id", "status", "trade_id", "revealed_at"],
  gift_card_reveals: ["gift_card_id", "at"],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  gift_cards: {
    ownData: { section: "gift_cards" },
    retention: { kept: "a card is on the platform once; its digest has to stay" },
    closing: "erased",
  },
  gift_card_reveals: {
    ownData: { none: "the card says when it was revealed" },
    retention: { kept: "others took part in the trade" },
    closing: { kept: "others took part in the trade" },
  },
};
