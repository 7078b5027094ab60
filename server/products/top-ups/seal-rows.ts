/** The SQL of exchanging the secret that numbers are sealed with: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";

export async function dropLookUps(tx: Tx): Promise<void> {
  await tx.rows`delete from top_up_lookups`;
}

type SealedPhone = { quote_id: bigint; user_id: bigint; phone_sealed: Buffer };

export function lockPhonesBefore(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<SealedPhone[]> {
  return tx.rows<SealedPhone>`
    select quote_id, user_id, phone_sealed
    from top_ups
    where length(phone_sealed) > 0 and get_byte(phone_sealed, 0) <> ${version}
    order by quote_id
    limit ${limit}
    for no key update`;
}

type Anew = { readonly quoteId: bigint; readonly sealed: Buffer; readonly mark: Buffer };

export async function putPhonesAnew(tx: Tx, anew: readonly Anew[]): Promise<void> {
  await tx.rows`
    update top_ups known
    set phone_sealed = anew.sealed, phone_index = anew.mark
    from unnest(
      ${anew.map(({ quoteId }) => quoteId)}::bigint[], ${anew.map(({ sealed }) => sealed)}::bytea[],
      ${anew.map(({ mark }) => mark)}::bytea[]) as anew (quote_id, sealed, mark)
    where known.quote_id = anew.quote_id`;
}
