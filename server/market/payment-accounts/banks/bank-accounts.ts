/** Bank accounts as their owner adds, sees, changes and removes them. */
import type { AccountFault } from "#contract/market/trades/payment/account-names.ts";
import type { BankAccount, BankAccountBody, WholeBankAccount } from "#contract/market/trades/payment/accounts.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { noteCaller } from "../../../platform/postgres/caller-rows.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import type { Caller, Viewer } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { COUNTRIES, getFiat } from "../../../reference/catalog/index.ts";
import { refuseSharedAccount } from "../../../people/auth/index.ts";
import { accountRefusal, checkAccount, WORLDWIDE_ISO } from "../check-account.ts";
import { findBank } from "./find-banks.ts";
import { type AccountRow, accountRows, deleteAccount, saveAccount } from "../rows.ts";
import { accountMark, openFields, placeOfAccount, sealFields } from "../sealed-fields.ts";

const WORLDWIDE = 9999;

export async function listBankAccounts(tx: ReadTx, userId: bigint): Promise<BankAccount[]> {
  return (await accountRows(tx, { userId, kind: "bank" })).map((row) => viewOf(row, openOf(row)));
}

/** Refuses request.not_found for one that is not theirs. */
export async function getBankAccount(tx: ReadTx, userId: bigint, publicId: string): Promise<WholeBankAccount> {
  const [row] = await accountRows(tx, { userId, kind: "bank", publicId });
  if (!row) throw new Refusal("request.not_found");
  const fields = openOf(row);
  return { ...viewOf(row, fields), fields };
}

const openOf = ({ fields, public_id }: AccountRow) => openFields(fields, placeOfAccount(public_id));

type Acting = { readonly viewer: Pick<Viewer, "userId">; readonly caller: Caller };

/**
 * Without an id a new one. Refuses ERROR_INPUT_VALIDATION with what is wrong with each field, auth.shared_account,
 * bank_account.many, bank_account.in_use while a sale of coins is paid to it, and request.not_found for one that is not theirs. Locks the user.
 */
export async function saveBankAccount(
  tx: Tx,
  { viewer: { userId }, caller }: Acting,
  { id, body }: { readonly id?: string; readonly body: BankAccountBody },
): Promise<WholeBankAccount> {
  await refuseSharedAccount(tx, userId);
  if (id !== undefined) await getBankAccount(tx, userId, id);
  const { country, countryIso, currency, isPersonal, fields, identity, identityFields } = await checkAccount(
    body,
    (bank) => findBank(tx, bank),
  );
  await noteCaller(tx, caller);
  const publicId = id ?? ids.hash();
  const outcome = await saveAccount(tx, {
    userId,
    publicId,
    isNew: id === undefined,
    kind: "bank",
    facts: { country, countryIso, currency: currency.code, isPersonal },
    ...sealFields(fields, placeOfAccount(publicId)),
    mark: accountMark(identity),
    label: countryIso === WORLDWIDE_ISO ? "bank" : countryIso,
  });
  if (outcome !== "saved")
    throw wordRefusal(outcome, {
      many: "bank_account.many",
      none: "request.not_found",
      in_use: "bank_account.in_use",
      taken: accountRefusal(
        Object.fromEntries(identityFields.map((field): [string, AccountFault] => [field, "not_unique"])),
      ),
    });
  return getBankAccount(tx, userId, publicId);
}

/** Refuses request.not_found, and bank_account.in_use while an open trade has it. Returns those that are left. */
export async function removeBankAccount(
  tx: Tx,
  { viewer: { userId }, caller }: Acting,
  publicId: string,
): Promise<BankAccount[]> {
  await refuseSharedAccount(tx, userId);
  const { countryIso } = await getBankAccount(tx, userId, publicId);
  await noteCaller(tx, caller);
  const outcome = await deleteAccount(tx, { userId, publicId, kind: "bank", label: countryIso });
  if (outcome !== "deleted") throw wordRefusal(outcome, { none: "request.not_found", in_use: "bank_account.in_use" });
  return listBankAccounts(tx, userId);
}

function viewOf(row: AccountRow, fields: Readonly<Record<string, string>>): BankAccount {
  const { country, country_iso: iso, currency, is_personal: isPersonal } = row;
  if (!country || !iso || !currency || isPersonal === null) throw new Error(`${row.public_id} is no bank account`);
  const fiat = getFiat(currency);
  return {
    id: row.public_id,
    country,
    countryId: COUNTRIES.find((one) => one.iso === iso)?.id ?? WORLDWIDE,
    countryIso: iso,
    currency: { id: fiat.id, code: fiat.code },
    isPersonal,
    holderName: fields.holder_name ?? "",
    bankName: fields.bank_name ?? null,
    masked: maskedOf(fields),
    isInUse: row.is_in_use,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The last four of its number. */
export function maskedOf({ iban, clabe, account_number: number }: Readonly<Record<string, string>>): string {
  return `•••• ${(iban ?? clabe ?? number ?? "").slice(-4)}`;
}
