/** Why a moderator decides as he does; apart from the calls, so that a screen can list them without the schemas. */
export const AWARD_REASONS = [
  "payment_proven",
  "payment_not_proven",
  "no_answer",
  "third_party_payment",
  "wrong_amount",
  "bad_conduct",
  "other",
] as const;
