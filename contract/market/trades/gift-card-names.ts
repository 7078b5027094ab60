/** Gift cards as screens know them. */

export const GIFT_CARD_KINDS = ["physical", "e-card"] as const;
export type GiftCardKind = (typeof GIFT_CARD_KINDS)[number];

export const GIFT_CARD_STATUSES = ["free", "in_offer", "in_use", "revealed", "used", "deleted"] as const;
export type GiftCardStatus = (typeof GIFT_CARD_STATUSES)[number];
/** Still the owner's to use, to keep for an offer or to take out. */
export const AT_HAND = ["free", "in_offer"] as const satisfies readonly GiftCardStatus[];

/** Letters and digits of a code, without what people write between them. */
export const CODE_LENGTH = { least: 8, most: 40 } as const;
