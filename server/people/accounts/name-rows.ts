/** The SQL of the names and birth dates that accounts are given. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { seal, unseal } from "../../platform/sealed.ts";

export type LegalName = { readonly firstName: string; readonly lastName: string; readonly birthDate: string };

/** Staff compare it with a document: "2001-05-30"; empty without a name, and of a closed account. */
export async function birthDateOf(tx: ReadTx, userId: bigint): Promise<string> {
  const rows = await tx.rows<{ external_id: string; birth_date_sealed: Uint8Array }>`
    select external_id, birth_date_sealed
    from users
    where id = ${userId}`;
  const { external_id: externalId, birth_date_sealed: sealed } = onlyRow(rows);
  return unseal(sealed, `users.birth_date:${externalId}`);
}

/** Whether the account has no name yet, or may correct it. */
export async function mayName(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows<{ is_open: boolean }>`
    select may_name(${userId}) as is_open`;
  return onlyRow(rows).is_open;
}

type Naming = LegalName & { readonly userId: bigint; readonly externalId: string; readonly countryIso: string };

/** Locks the user. The country counts the first time. */
export async function nameOnce(
  tx: Tx,
  { userId, externalId, firstName, lastName, birthDate, countryIso }: Naming,
): Promise<"named" | "named_before"> {
  const place = (column: string) => `users.${column}:${externalId}`;
  const rows = await tx.rows<{ outcome: "named" | "named_before" }>`
    select name_user(
      ${userId}, ${seal(firstName, place("first_name"))}, ${seal(lastName, place("last_name"))},
      ${seal(birthDate, place("birth_date"))}, ${countryIso}) as outcome`;
  return onlyRow(rows).outcome;
}
