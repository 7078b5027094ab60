/** The SQL of what is sealed of accounts, where the secret is exchanged. */
import type { Tx } from "../../platform/postgres/db.ts";
import type { Texts } from "./sealed-fields.ts";

export type SealedRow = { readonly id: bigint; readonly public_id: string; readonly fields: Texts };
export type AccountToSeal = SealedRow & {
  readonly kind: "bank" | "wallet";
  readonly country: string | null;
  readonly country_iso: string | null;
  readonly method_id: number | null;
};
type Bound = { readonly version: number; readonly limit: number };

export function lockAccountsBefore(tx: Tx, { version, limit }: Bound): Promise<AccountToSeal[]> {
  return tx.rows<AccountToSeal>`
    select id, public_id, fields, kind, country, country_iso, method_id
    from payment_accounts
    where sealed_with <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export function lockGivenBefore(tx: Tx, { version, limit }: Bound): Promise<SealedRow[]> {
  return tx.rows<SealedRow>`
    select id, public_id, fields
    from trade_payment_accounts
    where sealed_with <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export type PayerToSeal = { readonly trade_id: bigint; readonly hash: string; readonly holder_sealed: Uint8Array };

export function lockPayersBefore(tx: Tx, { version, limit }: Bound): Promise<PayerToSeal[]> {
  return tx.rows<PayerToSeal>`
    select payer.trade_id, conversation.ref as hash, payer.holder_sealed
    from trade_payers payer
    join conversations conversation on conversation.id = payer.trade_id
    where get_byte(payer.holder_sealed, 0) <> ${version}
    order by payer.trade_id
    limit ${limit}
    for no key update of payer`;
}

export async function putAccountAnew(
  tx: Tx,
  { id, fields, sealedWith, mark }: { id: bigint; fields: Texts; sealedWith: number; mark: Uint8Array },
): Promise<void> {
  await tx.rows`
    update payment_accounts
    set fields = ${JSON.stringify(fields)}::jsonb, sealed_with = ${sealedWith}, mark = ${mark}
    where id = ${id}`;
}

export async function putGivenAnew(
  tx: Tx,
  { id, fields, sealedWith }: { id: bigint; fields: Texts; sealedWith: number },
): Promise<void> {
  await tx.rows`
    update trade_payment_accounts
    set fields = ${JSON.stringify(fields)}::jsonb, sealed_with = ${sealedWith}
    where id = ${id}`;
}

export async function putPayerAnew(
  tx: Tx,
  { tradeId, sealed }: { tradeId: bigint; sealed: Uint8Array },
): Promise<void> {
  await tx.rows`
    update trade_payers
    set holder_sealed = ${sealed}
    where trade_id = ${tradeId}`;
}
