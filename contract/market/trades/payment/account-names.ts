/** Bank accounts and wallets of mobile money as screens need them: which fields each country asks for, and what can be wrong with one. */
import { HOLDER_NAME_MAX } from "../../../platform/lengths.ts";

/** Countries with rules of their own; OTHER is every other one. */
export const ACCOUNT_COUNTRIES = ["NG", "US", "FI", "GB", "IN", "RU", "MX", "OTHER"] as const;
export type AccountCountry = (typeof ACCOUNT_COUNTRIES)[number];

/** Their names in forms and refusals; on the wire `iban` is inside `sepa`. */
export const ACCOUNT_FIELDS = [
  "holder_name",
  "bank_id",
  "routing_number",
  "account_number",
  "ifsc",
  "clabe",
  "iban",
  "swift",
  "bank_name",
  "residence_country_id",
  "address",
  "city",
  "state",
  "zip",
  "additional_info",
] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

export type AskedField = {
  readonly field: AccountField;
  /** either: one of the fields that are marked so is enough. */
  readonly need: "required" | "either" | "optional";
};

const required = (...fields: AccountField[]): AskedField[] => fields.map((field) => ({ field, need: "required" }));
const either = (...fields: AccountField[]): AskedField[] => fields.map((field) => ({ field, need: "either" }));
const optional = (...fields: AccountField[]): AskedField[] => fields.map((field) => ({ field, need: "optional" }));
const ADDRESS = optional("address", "city", "state", "zip");

/** In the order of the form. Nothing else is taken for an account of the country. */
export const ASKED_FIELDS: Readonly<Record<AccountCountry, readonly AskedField[]>> = {
  NG: [...required("holder_name", "bank_id", "account_number"), ...optional("additional_info")],
  US: [
    ...required("holder_name", "routing_number", "account_number"),
    ...optional("bank_name"),
    ...ADDRESS,
    ...optional("additional_info"),
  ],
  FI: [...required("holder_name", "iban"), ...optional("swift", "additional_info")],
  // The IBAN has the other two in it.
  GB: [
    ...required("holder_name"),
    ...either("routing_number", "account_number", "iban"),
    ...optional("swift", "bank_name", "additional_info"),
  ],
  IN: [...required("holder_name", "account_number", "ifsc"), ...optional("additional_info")],
  RU: [...required("holder_name", "routing_number", "account_number"), ...optional("bank_name", "additional_info")],
  MX: [...required("holder_name", "clabe"), ...optional("additional_info")],
  OTHER: [
    ...required("holder_name"),
    ...either("account_number", "iban"),
    ...optional("swift", "bank_name", "residence_country_id"),
    ...ADDRESS,
    ...optional("additional_info"),
  ],
};

/** A routing number has the name that the country gives it. */
export function labelOf(field: AccountField, countryIso: string): AccountField | "sort_code" | "bik_code" {
  if (field !== "routing_number") return field;
  return countryIso === "GB" ? "sort_code" : countryIso === "RU" ? "bik_code" : field;
}

/** The errors of a field, in English; `payments.fault` has the other languages. */
export const ACCOUNT_FAULTS = {
  required: "This field is required.",
  wrong_length: "The length is not right.",
  invalid: "This is not valid. Check every character.",
  not_for_country: "An account of this country does not have this.",
  not_unique: "You already have this account.",
  not_existing: "No such bank is known.",
  country_mismatch: "This belongs to another country.",
  currency_mismatch: "This account is not held in this currency: its number or country says another.",
  iban_not_matching_swift: "The IBAN and the SWIFT code belong to different banks.",
  swift_not_matching_country: "The SWIFT code belongs to another country.",
  ifsc_invalid: "This IFSC is not valid: four letters of the bank, a zero, six letters or digits of the branch.",
  clabe_invalid: "This CLABE is not valid. Check every digit.",
  bank_name_empty_with_swift: "No bank is known by this SWIFT code: enter the bank's name.",
  bank_name_empty_without_swift: "Enter the bank's name, or its SWIFT code.",
  additional_info_length: "Additional information has 200 characters at most.",
} as const;
export type AccountFault = keyof typeof ACCOUNT_FAULTS;

/** Before each of them on the wire. */
export const FAULT_PREFIX = "bank_account.";

/** How many accounts, and how many wallets, a person keeps. */
export const MOST_ACCOUNTS = 20;

export const WALLET_NAME_MAX = HOLDER_NAME_MAX;
