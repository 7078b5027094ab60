/** The fields of a refusal that ProofField shows; apart from it, so that a page may know them before it has a dialog. */
export const PROOF_FIELDS = [
  "password",
  "code",
  "sms_code",
  "push_code",
  "telegram_code",
  "email_code",
  "recovery_code",
];
