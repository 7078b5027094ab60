/** What people are paid to: bank accounts, wallets of mobile money, directories of banks, and what trades were given of them. */
export { module } from "./module.ts";
/** For trades: what the seller gives, whose account pays, and how both see it. */
export {
  currenciesPaidIn,
  declarePayer,
  type Given,
  giveAccount,
  givenTo,
  isNameOf,
  isPaidToAccount,
  likenessToNameOf,
  refuseUnfitAccount,
} from "./give-account.ts";
export type { NameLikeness } from "./name-likeness.ts";
/** For pages: the payment accounts of a user. */
export { listBankAccounts } from "./banks/bank-accounts.ts";
export { listWallets } from "./wallets.ts";
/** For what is paid out to accounts, or paid from wallets. */
export { type Payee, payeesByIds, payeesOf } from "./payees.ts";
/** For the demo. */
export { seedAccounts } from "./seed-accounts.ts";
/** For the exchange of the market's secret. */
export { sealAccountsAnew } from "./seal-anew.ts";
/** For the operator, with an official file of a country. */
export {
  BANK_DIRECTORIES,
  type BankDirectory,
  type BankFile,
  importBanks,
  readBankFile,
} from "./banks/import-banks.ts";
