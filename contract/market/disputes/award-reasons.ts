/**
 * The rulebook: by which rules a moderator decides, in versions. A decision names its rule and the version that was in force; old
 * versions stay to be read. Apart from the calls, so that a screen can list the rules without the schemas.
 */
export const AWARD_REASONS = [
  "payment_proven",
  "payment_not_proven",
  "no_answer",
  "third_party_payment",
  "wrong_amount",
  "bad_conduct",
  "other",
] as const;
export type AwardReason = (typeof AWARD_REASONS)[number];

export type Rulebook = {
  readonly version: number;
  /** Numbered in this order, from 1. The texts, and the day from which it is in force, are in content/legal/dispute-rules. */
  readonly rules: readonly AwardReason[];
};

export const RULEBOOKS = [{ version: 1, rules: AWARD_REASONS }] as const satisfies readonly Rulebook[];

/** In force now. */
export const RULEBOOK: Rulebook = RULEBOOKS[RULEBOOKS.length - 1] ?? RULEBOOKS[0];

/** How a rule is cited: "1.3" is the third rule of the first version. Null where the version has no such rule. */
export function citationOf(version: number, rule: string): string | null {
  const place = RULEBOOKS.find((book) => book.version === version)?.rules.indexOf(rule as AwardReason) ?? -1;
  return place < 0 ? null : `${version}.${place + 1}`;
}
