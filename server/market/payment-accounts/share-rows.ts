/** The SQL of what trades were given. */
import type { AccountCountry } from "#contract/market/trades/payment/account-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { AccountKind } from "./rows.ts";
import type { SealedFields, Texts } from "./sealed-fields.ts";

export type GivenRow = {
  readonly public_id: string;
  readonly trade_id: bigint;
  readonly kind: AccountKind;
  readonly country: AccountCountry | null;
  readonly country_iso: string | null;
  readonly currency: string | null;
  readonly is_personal: boolean | null;
  readonly method_id: number | null;
  readonly fields: Texts;
  readonly shared_at: Date;
};

/** The newest first. */
export function givenRows(tx: ReadTx, tradeIds: readonly bigint[]): Promise<GivenRow[]> {
  return tx.rows<GivenRow>`
    select public_id, trade_id, kind, country, country_iso, currency, is_personal, method_id, fields, shared_at
    from trade_payment_accounts
    where trade_id = any(${tradeIds}::bigint[])
    order by id desc`;
}

export type PayerRow = {
  readonly trade_id: bigint;
  readonly user_id: bigint;
  readonly holder_sealed: Uint8Array;
  readonly declared_at: Date;
};

export function payerRows(tx: ReadTx, tradeIds: readonly bigint[]): Promise<PayerRow[]> {
  return tx.rows<PayerRow>`
    select trade_id, user_id, holder_sealed, declared_at
    from trade_payers
    where trade_id = any(${tradeIds}::bigint[])`;
}

export type ShareOutcome = "shared" | "none" | "trade" | "status" | "many";
type Sharing = SealedFields & {
  readonly hash: string;
  readonly userId: bigint;
  readonly accountId: string;
  readonly publicId: string;
};

/** Locks the trade. */
export async function insertShare(tx: Tx, share: Sharing): Promise<ShareOutcome> {
  const { hash, userId, accountId, publicId, fields, sealedWith } = share;
  return onlyRow(
    await tx.rows<{ outcome: ShareOutcome }>`
      select share_payment_account(
        ${hash}, ${userId}, ${accountId}, ${publicId}, ${JSON.stringify(fields)}::jsonb, ${sealedWith}) as outcome`,
  ).outcome;
}

export type DeclareOutcome = "declared" | "trade" | "status";

/** Locks the trade. */
export async function putPayer(
  tx: Tx,
  { hash, userId, holderSealed }: { hash: string; userId: bigint; holderSealed: Uint8Array },
): Promise<DeclareOutcome> {
  return onlyRow(
    await tx.rows<{ outcome: DeclareOutcome }>`
      select declare_payer(${hash}, ${userId}, ${holderSealed}) as outcome`,
  ).outcome;
}
