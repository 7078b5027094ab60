/** The SQL of companies by their names, and of what they are shown by. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { companyNameOf } from "./company-name.ts";

export type CompanyLegalName = { readonly userId: bigint; readonly username: string; readonly legalName: string };

/** Of every company that is approved now. They are sealed, so they are compared here. */
export async function legalNames(tx: ReadTx): Promise<CompanyLegalName[]> {
  const rows = await tx.rows<{ id: bigint; external_id: string; username: string; company_name_sealed: Uint8Array }>`
    select id, external_id, username, company_name_sealed
    from users
    where company_name_sealed is not null`;
  return rows.map((row) => ({ userId: row.id, username: row.username, legalName: companyNameOf(row) ?? "" }));
}

/** By the look of their username. */
export function usersLike(tx: ReadTx, looks: readonly string[], but: bigint): Promise<{ username: string }[]> {
  return tx.rows<{ username: string }>`
    select username
    from users
    where username_skeleton = any(${looks}::text[]) and id <> ${but}
    order by username
    limit 10`;
}

/** The trading name counts where it is approved. */
export async function chooseBusinessName(tx: Tx, userId: bigint, isShown: boolean): Promise<void> {
  await tx.rows`
    update users
    set shows_business_name = ${isShown}
    where id = ${userId}`;
}
