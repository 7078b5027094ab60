/** A checker of an issuer's gift cards: the interface that the market needs. No answer means that there is money on a card. */

export type CardFindings = {
  /** Whether the code is written as the issuer writes its codes. */
  readonly form: "fits" | "differs";
};

export type CardChecker = {
  /** Whether it can say anything about cards of this payment method. */
  knows(slug: string): boolean;
  /** The issuer's own page about a card, for people; null where it has none. */
  pageOf(slug: string): string | null;
  check(card: { readonly slug: string; readonly code: string }): Promise<CardFindings>;
};
