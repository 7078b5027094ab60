/** Accounts of users as products pay to them, or are paid from them. */
import { parsePhoneNumberWithError } from "libphonenumber-js/max";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";
import { maskedOf } from "./banks/bank-accounts.ts";
import { type AccountRow, accountRows, accountsByIds } from "./rows.ts";
import { openFields, placeOfAccount } from "./sealed-fields.ts";

export type Payee = {
  readonly id: string;
  readonly kind: "bank" | "wallet";
  readonly countryIso: string;
  /** Of a bank account. */
  readonly currency: string | null;
  readonly holderName: string;
  /** Of the bank or the wallet. */
  readonly name: string;
  /** Of the account, or the telephone number in E.164. */
  readonly number: string;
  readonly masked: string;
  /** When it was last changed. */
  readonly updatedAt: Date;
};

/** The newest first. */
export async function payeesOf(tx: ReadTx, userId: bigint): Promise<Payee[]> {
  return (await accountRows(tx, { userId })).map(payeeFrom);
}

/** By their ids; those that are gone are not in it. */
export async function payeesByIds(tx: ReadTx, ids: readonly string[]): Promise<Map<string, Payee>> {
  if (ids.length === 0) return new Map();
  return new Map((await accountsByIds(tx, ids)).map((row) => [row.public_id, payeeFrom(row)]));
}

function payeeFrom(row: AccountRow): Payee {
  const fields = openFields(row.fields, placeOfAccount(row.public_id));
  const { holder_name: holderName = "", phone = "", iban, clabe, account_number: number } = fields;
  const common = { id: row.public_id, kind: row.kind, holderName, updatedAt: row.updated_at };
  if (row.kind === "wallet" && row.method_id !== null)
    return {
      ...common,
      countryIso: parsePhoneNumberWithError(phone, { extract: false }).country ?? "",
      currency: null,
      name: getPaymentMethod(row.method_id).name,
      number: phone,
      masked: `•••• ${phone.slice(-4)}`,
    };
  return {
    ...common,
    countryIso: row.country_iso ?? "",
    currency: row.currency,
    name: fields.bank_name ?? "",
    number: iban ?? clabe ?? number ?? "",
    masked: maskedOf(fields),
  };
}
