/** Refusals about payment accounts, in the form of REFUSALS. */
export const PAYMENT_REFUSALS = {
  "bank_account.many": { status: 422, text: "You have reached the limit of bank accounts. Remove one first." },
  "bank_account.in_use": {
    status: 422,
    text: "An open trade uses this account. You can remove it when that trade is over.",
  },
  "bank.code": { status: 422, text: "This code is not valid. Check every character." },
  "wallet_account.many": { status: 422, text: "You have reached the limit of wallets. Remove one first." },
  "wallet_account.in_use": {
    status: 422,
    text: "An open trade uses this wallet. You can remove it when that trade is over.",
  },
  "wallet_account.method": { status: 422, text: "Choose a payment method of mobile money." },
  "wallet_account.phone": { status: 422, text: "Enter the number with the country's code, such as +254 712 345678." },
  "payment_account.unknown": { status: 422, text: "This is not one of your payment accounts." },
  "payment_account.unfit": { status: 422, text: "This account does not fit the payment method of the trade." },
  "payment_account.needed": { status: 422, text: "Choose the bank account to be paid to." },
  "payment_account.many_given": { status: 422, text: "This trade has reached the limit of accounts." },
  "payment_account.payer_missing": { status: 422, text: "First tell the seller whose account you pay from." },
  "payment_account.third_party": {
    status: 422,
    text: "This trade excludes third-party payments: pay from an account in the name of your account here.",
  },
  "payment_account.not_own": {
    status: 422,
    text: "This offer excludes third-party payments: choose an account in your own name.",
  },
  "wallet_account.taken": { status: 422, text: "You already have this wallet." },
} as const;
