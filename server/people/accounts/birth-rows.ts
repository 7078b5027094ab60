/** The SQL of birth dates: staff compare them with a document. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { unseal } from "../../platform/sealed.ts";

/** As they registered, "2001-05-30"; empty of a closed account. */
export async function birthDateOf(tx: ReadTx, userId: bigint): Promise<string> {
  const rows = await tx.rows<{ external_id: string; birth_date_sealed: Uint8Array }>`
    select external_id, birth_date_sealed
    from users
    where id = ${userId}`;
  const { external_id: externalId, birth_date_sealed: sealed } = onlyRow(rows);
  return unseal(sealed, `users.birth_date:${externalId}`);
}
