/** An account as it was entered: cleaned, and everything that is wrong with it, field by field. */
import {
  ACCOUNT_FAULTS,
  ACCOUNT_FIELDS,
  type AccountCountry,
  type AccountFault,
  type AccountField,
  ASKED_FIELDS,
  FAULT_PREFIX,
} from "#contract/market/trades/payment/account-names.ts";
import type { BankAccountBody } from "#contract/market/trades/payment/accounts.ts";
import { Refusal, type RefusalDetails } from "#contract/platform/errors/refusals.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { COUNTRIES, type Fiat, FIATS } from "../../reference/catalog/index.ts";
import { bareNumber } from "./bare-number.ts";
import type { BankEntry } from "./banks/directories.ts";
import { ruleOf } from "./countries/index.ts";
import type { Checked, CountryRule, Entered, Faults } from "./countries/rule.ts";

const WORLDWIDE = 9999;
/** Its special code, where two letters are asked for. */
export const WORLDWIDE_ISO = "YY";

/** From and to, in every country that says nothing else. */
const LENGTHS: Readonly<Record<AccountField, readonly [number, number]>> = {
  holder_name: [2, 140],
  bank_id: [4, 20],
  routing_number: [5, 12],
  account_number: [4, 34],
  ifsc: [11, 11],
  clabe: [18, 18],
  iban: [15, 34],
  swift: [8, 11],
  bank_name: [2, 140],
  residence_country_id: [1, 4],
  address: [3, 200],
  // Å and Y are towns.
  city: [1, 100],
  state: [1, 100],
  zip: [3, 16],
  additional_info: [1, 200],
};

/** What names an account, of the fields that say which it is. */
const NUMBERS: readonly AccountField[] = ["account_number", "swift", "iban", "clabe"];

export type CheckedAccount = {
  readonly country: AccountCountry;
  readonly countryIso: string;
  readonly currency: Fiat;
  readonly isPersonal: boolean;
  readonly fields: Entered;
  /** Which account it is: the same text for the same account. */
  readonly identity: string;
  /** What says so, to be named where it is not the first. */
  readonly identityFields: readonly AccountField[];
};

/** Refuses ERROR_INPUT_VALIDATION with a code for each field. */
export async function checkAccount(
  body: BankAccountBody,
  findBank: (id: string) => Promise<BankEntry | undefined>,
): Promise<CheckedAccount> {
  const country = COUNTRIES.find(({ id }) => id === body.country_id);
  const currency = FIATS.find(({ id }) => id === body.fiat_currency_id);
  if (!country && body.country_id !== WORLDWIDE) throw accountRefusal({ country_id: "invalid" });
  if (!currency) throw accountRefusal({ fiat_currency_id: "invalid" });
  const rule = ruleOf(country?.iso);
  const { entered, faults: aliases } = enteredIn(body, rule.country);
  const faults = { ...aliases, ...strangeOf(entered, rule), ...missingOf(entered, rule), ...lengthsOf(entered, rule) };
  const checked: Checked =
    Object.keys(faults).length > 0 ? { faults } : await rule.check(entered, { iso: country?.iso, findBank });
  if (Object.keys(checked.faults).length > 0) throw accountRefusal(checked.faults);
  if (checked.currencies && !checked.currencies.includes(currency.code))
    throw accountRefusal({ fiat_currency_id: "currency_mismatch" });
  // What a directory says goes before what was typed.
  const named = checked.bankName === undefined ? {} : { bank_name: checked.bankName };
  const fields = { ...checked.derived, ...entered, ...named };
  const identityFields = rule.identity(fields);
  return {
    country: rule.country,
    countryIso: country?.iso ?? WORLDWIDE_ISO,
    currency,
    isPersonal: body.is_personal,
    fields,
    identity: identityOf(fields, { rule, iso: country?.iso ?? WORLDWIDE_ISO }),
    identityFields: identityFields.filter((field) => NUMBERS.includes(field)),
  };
}

/** The same text for the same account. */
export function identityOf(fields: Entered, { rule, iso }: { rule: CountryRule; iso: string }): string {
  return [iso, ...rule.identity(fields).map((field) => (fields[field] ?? "").toUpperCase())].join("\n");
}

/** As the form shows it: what is wrong, by field. */
export function accountRefusal(faults: Readonly<Record<string, AccountFault>>): Refusal {
  const details: RefusalDetails = {};
  for (const [field, fault] of Object.entries(faults))
    details[field] = [{ code: `${FAULT_PREFIX}${fault}`, message: ACCOUNT_FAULTS[fault] }];
  return new Refusal("ERROR_INPUT_VALIDATION", {}, details);
}

/** The same thing has several names in the given API; where two say different things, the second is wrong. */
function enteredIn(body: BankAccountBody, country: AccountCountry): { entered: Entered; faults: Faults } {
  const given: [AccountField, string | undefined][] = [
    ...ACCOUNT_FIELDS.flatMap((field): [AccountField, string | undefined][] =>
      field === "iban" || (field === "account_number" && country === "MX")
        ? []
        : [[field, body[field] === undefined ? undefined : String(body[field])]],
    ),
    ["iban", body.sepa?.iban],
    ["swift", body.swift_code],
    ["routing_number", body.sort_code],
    // The CLABE is the account number.
    ...(country === "MX" ? ([["clabe", body.account_number]] as [AccountField, string | undefined][]) : []),
  ];
  const entered: Partial<Record<AccountField, string>> = {};
  const faults: Faults = {};
  for (const [field, text] of given) {
    if (text === undefined) continue;
    const clean = cleaned(field, text);
    if (entered[field] !== undefined && entered[field] !== clean) faults[field] = "invalid";
    entered[field] = clean;
  }
  return { entered, faults };
}

const CAPITALS: readonly AccountField[] = ["iban", "swift", "ifsc"];
const CODES: readonly AccountField[] = [...CAPITALS, "clabe", "routing_number", "account_number"];

function cleaned(field: AccountField, text: string): string {
  if (!CODES.includes(field)) return trimmed(text.replaceAll(/\s+/g, " "));
  const bare = bareNumber(text);
  return CAPITALS.includes(field) ? bare.toUpperCase() : bare;
}

function strangeOf(entered: Entered, { country }: CountryRule): Faults {
  const asked = ASKED_FIELDS[country].map(({ field }) => field);
  return faultsOf(entered, (field) => (asked.includes(field) ? undefined : "not_for_country"));
}

function missingOf(entered: Entered, { country }: CountryRule): Faults {
  const asked = ASKED_FIELDS[country];
  const isOneGiven = asked.some(({ field, need }) => need === "either" && entered[field] !== undefined);
  const missing = asked.filter(
    ({ field, need }) => entered[field] === undefined && (need === "required" || (need === "either" && !isOneGiven)),
  );
  return Object.fromEntries(missing.map(({ field }) => [field, "required" as const]));
}

function lengthsOf(entered: Entered, { lengths }: CountryRule): Faults {
  return faultsOf(entered, (field, text) => {
    const [from, to] = lengths[field] ?? LENGTHS[field];
    const isRight = text.length >= from && text.length <= to && (field !== "swift" || [8, 11].includes(text.length));
    if (isRight) return undefined;
    return LENGTH_FAULTS[field] ?? "wrong_length";
  });
}

const LENGTH_FAULTS: Faults = {
  ifsc: "ifsc_invalid",
  clabe: "clabe_invalid",
  additional_info: "additional_info_length",
};

function faultsOf(entered: Entered, faultOf: (field: AccountField, text: string) => AccountFault | undefined): Faults {
  const found = Object.entries(entered).flatMap(([field, text]) => {
    const fault = faultOf(field as AccountField, text);
    return fault ? [[field, fault] as const] : [];
  });
  return Object.fromEntries(found);
}
