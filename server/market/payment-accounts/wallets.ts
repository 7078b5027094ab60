/** Wallets of mobile money as their owner adds, sees, changes and removes them. */
import { ParseError, parsePhoneNumberWithError } from "libphonenumber-js/max";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { createMobileWallet, MobileWallet } from "#contract/market/trades/payment/accounts.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import type { Caller, Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { findPaymentMethodById, getPaymentMethod, isMethodOpen } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { refuseSharedAccount } from "../../people/auth/index.ts";
import { type AccountRow, accountRows, deleteAccount, saveAccount } from "./rows.ts";
import { accountMark, openFields, placeOfAccount, sealFields } from "./sealed-fields.ts";

export async function listWallets(tx: ReadTx, userId: bigint): Promise<MobileWallet[]> {
  return (await accountRows(tx, { userId, kind: "wallet" })).map(viewOf);
}

type Acting = { readonly viewer: Pick<Viewer, "userId">; readonly caller: Caller };
type Body = BodyOf<typeof createMobileWallet>;

/**
 * Without an id a new one. Refuses wallet_account.method, wallet_account.phone, wallet_account.taken, wallet_account.many, wallet_account.in_use,
 * auth.shared_account, and request.not_found for one that is not theirs. Locks the user.
 */
export async function saveWallet(
  tx: Tx,
  { viewer: { userId }, caller }: Acting,
  { id, body }: { readonly id?: string; readonly body: Body },
): Promise<MobileWallet> {
  await refuseSharedAccount(tx, userId);
  const publicId = id ?? ids.hash();
  if (id !== undefined) await getWallet(tx, userId, id);
  const method = findPaymentMethodById(body.payment_method_id);
  const closed = (await readSettings(tx, ["catalog.disabled_methods"]))["catalog.disabled_methods"];
  if (method?.group !== "mobile-money" || !isMethodOpen(method, closed))
    throw fieldRefusal("wallet_account.method", "payment_method_id");
  const fields = { holder_name: body.holder_name, phone: readPhone(body.phone) };
  await noteCaller(tx, caller);
  const outcome = await saveAccount(tx, {
    userId,
    publicId,
    isNew: id === undefined,
    kind: "wallet",
    facts: { methodId: method.id },
    ...sealFields(fields, placeOfAccount(publicId)),
    mark: accountMark(walletIdentity({ methodId: method.id, phone: fields.phone })),
    label: method.name,
  });
  if (outcome !== "saved")
    throw wordRefusal(outcome, {
      many: "wallet_account.many",
      none: "request.not_found",
      in_use: "wallet_account.in_use",
      taken: fieldRefusal("wallet_account.taken", "phone"),
    });
  return getWallet(tx, userId, publicId);
}

/** Refuses request.not_found, and wallet_account.in_use while an open trade has it. Returns those that are left. */
export async function removeWallet(
  tx: Tx,
  { viewer: { userId }, caller }: Acting,
  publicId: string,
): Promise<MobileWallet[]> {
  await refuseSharedAccount(tx, userId);
  const { paymentMethod } = await getWallet(tx, userId, publicId);
  await noteCaller(tx, caller);
  const outcome = await deleteAccount(tx, { userId, publicId, kind: "wallet", label: paymentMethod.name });
  if (outcome !== "deleted") throw wordRefusal(outcome, { none: "request.not_found", in_use: "wallet_account.in_use" });
  return listWallets(tx, userId);
}

/** The same text for the same wallet. */
export const walletIdentity = ({ methodId, phone }: { methodId: number; phone: string }): string =>
  `${methodId}\n${phone}`;

async function getWallet(tx: ReadTx, userId: bigint, publicId: string): Promise<MobileWallet> {
  const [row] = await accountRows(tx, { userId, kind: "wallet", publicId });
  if (!row) throw new Refusal("request.not_found");
  return viewOf(row);
}

/** With the country's code: wallets are where their number is. */
function readPhone(text: string): string {
  try {
    const parsed = parsePhoneNumberWithError(typedCode(text), { extract: false });
    if (parsed.isValid()) return parsed.number;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  throw fieldRefusal("wallet_account.phone", "phone");
}

function viewOf(row: AccountRow): MobileWallet {
  if (row.method_id === null) throw new Error(`${row.public_id} is no wallet`);
  const { id, slug, name } = getPaymentMethod(row.method_id);
  const { holder_name: holderName = "", phone = "" } = openFields(row.fields, placeOfAccount(row.public_id));
  return {
    id: row.public_id,
    paymentMethod: { id, slug, name },
    holderName,
    phone,
    isInUse: row.is_in_use,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
