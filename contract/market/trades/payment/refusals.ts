/** Refusals about payment accounts, in the form of REFUSALS. */
export const PAYMENT_REFUSALS = {
  "bank_account.many": 422,
  "bank_account.in_use": 422,
  "bank.code": 422,
  "wallet_account.many": 422,
  "wallet_account.in_use": 422,
  "wallet_account.method": 422,
  "wallet_account.phone": 422,
  "payment_account.unknown": 422,
  "payment_account.unfit": 422,
  "payment_account.needed": 422,
  "payment_account.many_given": 422,
  "payment_account.payer_missing": 422,
  "payment_account.third_party": 422,
  "payment_account.not_own": 422,
  "wallet_account.taken": 422,
} as const;
