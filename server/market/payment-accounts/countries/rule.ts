/** What a country's rule says of an account: how long its fields are, what is wrong with them, and which bank it is at. */
import type { AccountCountry, AccountFault, AccountField } from "#contract/market/trades/payment/account-names.ts";
import type { BankEntry } from "../banks/directories.ts";

/** Cleaned: without spaces and dashes where those mean nothing. */
export type Entered = Readonly<Partial<Record<AccountField, string>>>;
/** The first fault of a field counts. */
export type Faults = Partial<Record<AccountField, AccountFault>>;

export type Around = {
  /** ISO 3166-1 of the account's country; undefined for Worldwide. */
  readonly iso: string | undefined;
  /** By its id in the directories. */
  findBank(id: string): Promise<BankEntry | undefined>;
};

export type Checked = {
  readonly faults: Faults;
  /** What follows from the others, such as the account number that is in an IBAN. */
  readonly derived?: Entered;
  readonly bankName?: string | undefined;
  /** In which the account can be held; undefined where nothing says. */
  readonly currencies?: readonly string[] | undefined;
};

export type CountryRule = {
  readonly country: AccountCountry;
  /** From and to; others are as LENGTHS has them. */
  readonly lengths: Readonly<Partial<Record<AccountField, readonly [number, number]>>>;
  /** Which fields say which account it is: no two of a person's have the same ones. The last is its number. */
  identity(entered: Entered): readonly AccountField[];
  /** Asked when every field has its length and nothing that is required is missing. */
  check(entered: Entered, around: Around): Promise<Checked> | Checked;
};

export const isDigits = (text: string | undefined): text is string => text !== undefined && /^[0-9]+$/.test(text);
