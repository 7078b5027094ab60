/** Payment accounts of users: bank accounts and mobile money wallets, and the directories of banks. */
import * as z from "zod/mini";
import { endpoint } from "../../../platform/endpoint.ts";
import { ACCOUNT_COUNTRIES, MOST_ACCOUNTS, WALLET_NAME_MAX } from "./account-names.ts";
import { count, fiatCode, hash, instant, iso2, lineText, queryInt, text } from "../../../platform/wire.ts";

const bank = z.strictObject({
  /** Of its directory: `ng-058`, `in-HDFC`, `mx-012`, `us-021000021`, `ru-044525225`, `bic-GTBINGLA`. */
  id: z.string(),
  name: z.string(),
  countryIso: iso2,
  /** Of the institution: eight letters and digits. */
  swift: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** Where the directory is from, and the day of that. */
  source: z.string(),
  asOf: z.string(),
});
export type Bank = z.infer<typeof bank>;

const account = z.strictObject({
  id: hash,
  country: z.enum(ACCOUNT_COUNTRIES),
  countryId: count,
  countryIso: iso2,
  currency: z.strictObject({ id: count, code: fiatCode }),
  isPersonal: z.boolean(),
  holderName: z.string(),
  bankName: z.nullable(z.string()),
  /** The end of its number, as its owner knows it. */
  masked: z.string(),
  /** The details of an open trade have it: until that ends it stays. */
  isInUse: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type BankAccount = z.infer<typeof account>;

const wholeAccount = z.extend(account, {
  /** As it was entered, by the names of the body. */
  fields: z.record(z.string(), z.string()),
});
export type WholeBankAccount = z.infer<typeof wholeAccount>;

// Lengths are the country's: what is too long for it is named there, field by field.
const entered = z.optional(lineText({ min: 1, max: 300 }));
const ref = z.int().check(z.minimum(1), z.maximum(9999));

const accountBody = z.strictObject({
  /** Of the account's country; 9999 for none of them. */
  country_id: ref,
  fiat_currency_id: ref,
  is_personal: z.boolean(),
  holder_name: entered,
  account_number: entered,
  sepa: z.optional(z.strictObject({ iban: entered })),
  routing_number: entered,
  sort_code: entered,
  bank_id: entered,
  swift: entered,
  swift_code: entered,
  bank_name: entered,
  ifsc: entered,
  clabe: entered,
  residence_country_id: z.optional(ref),
  address: entered,
  city: entered,
  state: entered,
  zip: entered,
  additional_info: z.optional(text({ min: 1, max: 1000 })),
});
export type BankAccountBody = z.infer<typeof accountBody>;

const params = z.strictObject({ id: hash });

export const listBankAccounts = endpoint({
  name: "listBankAccounts",
  method: "GET",
  path: "/rest/v1/bankaccounts",
  summary: "The caller's bank accounts, each with the end of its number only",
  reply: z.array(account),
});

export const getBankAccount = endpoint({
  name: "getBankAccount",
  method: "GET",
  path: "/rest/v1/bankaccounts/:id",
  summary: "One of the caller's bank accounts, whole",
  params,
  reply: wholeAccount,
});

export const createBankAccount = endpoint({
  name: "createBankAccount",
  method: "POST",
  path: "/rest/v1/bankaccounts",
  summary: `Keep a bank account, checked by the rules of its country; ${MOST_ACCOUNTS} at most`,
  body: accountBody,
  reply: wholeAccount,
  refusals: ["bank_account.many", "auth.shared_account"],
});

export const updateBankAccount = endpoint({
  name: "updateBankAccount",
  method: "PUT",
  path: "/rest/v1/bankaccounts/:id",
  summary: "Replace it; the copies in trades stay unchanged",
  params,
  body: accountBody,
  reply: wholeAccount,
  refusals: ["bank_account.in_use", "auth.shared_account"],
});

export const deleteBankAccount = endpoint({
  name: "deleteBankAccount",
  method: "DELETE",
  path: "/rest/v1/bankaccounts/:id",
  summary: "Remove a bank account; not while an open trade has it",
  params,
  reply: z.array(account),
  refusals: ["bank_account.in_use", "auth.shared_account"],
});

export const listBanks = endpoint({
  name: "listBanks",
  method: "GET",
  path: "/rest/v1/banks",
  summary: "The banks of a country by name; none where no directory of it has been imported",
  query: z.strictObject({
    country_id: queryInt({ min: 1, max: 9999 }),
    limit: z.optional(queryInt({ min: 1, max: 1000 })),
    offset: z.optional(queryInt({ min: 0, max: 100_000 })),
  }),
  reply: z.array(bank),
  meta: z.strictObject({ total: count }),
});

/** One, or none where the directories do not have it. */
const found = z.array(bank);
/** A right code of a bank that no directory names: none is found, and it is not listed. Wrong codes are refused. */
const foundMeta = z.strictObject({
  isListed: z.boolean(),
  /** Two-letter codes of the possible countries of the code. */
  countries: z.array(z.string()),
});

export const findBanksByIban = endpoint({
  name: "findBanksByIban",
  method: "GET",
  path: "/rest/v1/banks/by-iban",
  summary: "The bank that an IBAN names; none, with isListed false, where no directory says which",
  query: z.strictObject({ iban: text({ min: 1, max: 60 }) }),
  reply: found,
  meta: foundMeta,
  refusals: ["bank.code"],
});

export const findBanksByRoutingNumber = endpoint({
  name: "findBanksByRoutingNumber",
  method: "GET",
  path: "/rest/v1/banks/by-routing-number",
  summary:
    "The banks of a routing number: of the United States, a BIK of Russia, an IFSC of India, a sort code; of several countries where it is one of several; none, with isListed false, where no directory names the bank",
  query: z.strictObject({ routing_number: text({ min: 1, max: 30 }) }),
  reply: found,
  meta: foundMeta,
  refusals: ["bank.code"],
});

export const findBanksBySwift = endpoint({
  name: "findBanksBySwift",
  method: "GET",
  path: "/rest/v1/banks/by-swift",
  summary: "The bank of a SWIFT code, whichever of its branches",
  query: z.strictObject({ swift_code: text({ min: 1, max: 30 }) }),
  reply: found,
  meta: foundMeta,
  refusals: ["bank.code"],
});

const wallet = z.strictObject({
  id: hash,
  paymentMethod: z.strictObject({ id: count, slug: z.string(), name: z.string() }),
  holderName: z.string(),
  /** In E.164. Whole: its owner gives it out. */
  phone: z.string(),
  isInUse: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type MobileWallet = z.infer<typeof wallet>;

const walletBody = z.strictObject({
  payment_method_id: ref,
  holder_name: lineText({ min: 1, max: WALLET_NAME_MAX }),
  phone: lineText({ min: 1, max: 40 }),
});

const WALLET_REFUSALS = [
  "wallet_account.method",
  "wallet_account.phone",
  "wallet_account.taken",
  "auth.shared_account",
] as const;

export const listMobileWallets = endpoint({
  name: "listMobileWallets",
  method: "GET",
  path: "/rest/v1/mobile-money-wallets",
  summary: "The caller's wallets of mobile money",
  reply: z.array(wallet),
});

export const createMobileWallet = endpoint({
  name: "createMobileWallet",
  method: "POST",
  path: "/rest/v1/mobile-money-wallets",
  summary: `Keep a wallet of mobile money; ${MOST_ACCOUNTS} at most`,
  body: walletBody,
  reply: wallet,
  refusals: [...WALLET_REFUSALS, "wallet_account.many"],
});

export const updateMobileWallet = endpoint({
  name: "updateMobileWallet",
  method: "PUT",
  path: "/rest/v1/mobile-money-wallets/:id",
  summary: "Replace it; the copies in trades stay unchanged",
  params,
  body: walletBody,
  reply: wallet,
  refusals: [...WALLET_REFUSALS, "wallet_account.in_use"],
});

export const deleteMobileWallet = endpoint({
  name: "deleteMobileWallet",
  method: "DELETE",
  path: "/rest/v1/mobile-money-wallets/:id",
  summary: "Remove a wallet; not while an open trade has it",
  params,
  reply: z.array(wallet),
  refusals: ["wallet_account.in_use", "auth.shared_account"],
});
