/** Where the form of a promotion begins; how many days are the most is a setting. */
export const PROMOTION_DAYS = [1, 3, 7] as const;
