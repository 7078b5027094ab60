/** The last refusals of each offer, in four groups: its state, its margin, its fixed price, its amounts. Pure. */

export const ERROR_GROUPS = ["offerErrors", "marginErrors", "fixedPriceErrors", "limitsErrors"] as const;
export type ErrorGroup = (typeof ERROR_GROUPS)[number];

/** The message by the offer's hash. */
export type OfferErrors = Readonly<Record<ErrorGroup, Readonly<Record<string, string>>>>;

export const NO_ERRORS: OfferErrors = { offerErrors: {}, marginErrors: {}, fixedPriceErrors: {}, limitsErrors: {} };

/** Null takes it away: tried again, or done. */
export function noteError(
  errors: OfferErrors,
  { group, hash, message }: { group: ErrorGroup; hash: string; message: string | null },
): OfferErrors {
  const { [hash]: _, ...others } = errors[group];
  return { ...errors, [group]: message === null ? others : { ...others, [hash]: message } };
}
