/** The SQL of accounts that people keep. */
import type { AccountCountry } from "#contract/market/trades/payment/account-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { SealedFields, Texts } from "./sealed-fields.ts";

export type AccountKind = "bank" | "wallet";

export type AccountRow = {
  readonly id: bigint;
  readonly public_id: string;
  readonly kind: AccountKind;
  readonly country: AccountCountry | null;
  readonly country_iso: string | null;
  readonly currency: string | null;
  readonly is_personal: boolean | null;
  readonly method_id: number | null;
  readonly fields: Texts;
  readonly is_in_use: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
};

type Wanted = { readonly userId: bigint; readonly kind?: AccountKind; readonly publicId?: string };

/** The newest first. */
export function accountRows(tx: ReadTx, { userId, kind, publicId }: Wanted): Promise<AccountRow[]> {
  return tx.rows<AccountRow>`
    select known.id, known.public_id, known.kind, known.country, known.country_iso, known.currency, known.is_personal,
      known.method_id, known.fields, known.created_at, known.updated_at,
      is_account_shared(known.id) as is_in_use
    from payment_accounts known
    where known.user_id = ${userId} and (${kind ?? null}::text is null or known.kind = ${kind ?? null})
      and (${publicId ?? null}::text is null or known.public_id = ${publicId ?? null})
    order by known.id desc`;
}

/** Whosever they are. */
export function accountsByIds(tx: ReadTx, publicIds: readonly string[]): Promise<AccountRow[]> {
  return tx.rows<AccountRow>`
    select known.id, known.public_id, known.kind, known.country, known.country_iso, known.currency, known.is_personal,
      known.method_id, known.fields, known.created_at, known.updated_at, false as is_in_use
    from payment_accounts known
    where known.public_id = any(${publicIds}::text[])`;
}

export type AccountFacts =
  | {
      readonly country: AccountCountry;
      readonly countryIso: string;
      readonly currency: string;
      readonly isPersonal: boolean;
    }
  | { readonly methodId: number };

export type SavedAccount = SealedFields & {
  readonly userId: bigint;
  readonly publicId: string;
  readonly isNew: boolean;
  readonly kind: AccountKind;
  readonly facts: AccountFacts;
  readonly mark: Uint8Array;
  /** Its label in notifications to its owner, without its number. */
  readonly label: string;
};
export type SaveOutcome = "saved" | "taken" | "many" | "none" | "in_use";

/** Of the demo: without a notification. */
export async function insertAccount(tx: Tx, account: Omit<SavedAccount, "isNew" | "label">): Promise<void> {
  const { userId, publicId, kind, facts, fields, sealedWith, mark } = account;
  await tx.rows`
    insert into payment_accounts (public_id, user_id, kind, country, country_iso, currency, is_personal, method_id, fields, sealed_with, mark,
      created_at, updated_at)
    select ${publicId}, ${userId}, ${kind}, facts ->> 'country', facts ->> 'countryIso', facts ->> 'currency', (facts ->> 'isPersonal')::boolean,
      (facts ->> 'methodId')::int, ${JSON.stringify(fields)}::jsonb, ${sealedWith}, ${mark}, ${tx.now}, ${tx.now}
    from (select ${JSON.stringify(facts)}::jsonb as facts) as given`;
}

/** Locks the user. */
export async function saveAccount(tx: Tx, account: SavedAccount): Promise<SaveOutcome> {
  const { userId, publicId, isNew, kind, facts, fields, sealedWith, mark, label } = account;
  return onlyRow(
    await tx.rows<{ outcome: SaveOutcome }>`
      select save_payment_account(
        ${userId}, ${publicId}, ${isNew}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(fields)}::jsonb, ${sealedWith},
        ${mark}, ${label}) as outcome`,
  ).outcome;
}

export type DeleteOutcome = "deleted" | "in_use" | "none";
type Deleting = {
  readonly userId: bigint;
  readonly publicId: string;
  readonly kind: AccountKind;
  readonly label: string;
};

export async function deleteAccount(tx: Tx, { userId, publicId, kind, label }: Deleting): Promise<DeleteOutcome> {
  return onlyRow(
    await tx.rows<{ outcome: DeleteOutcome }>`
      select delete_payment_account(${userId}, ${publicId}, ${kind}, ${label}) as outcome`,
  ).outcome;
}
