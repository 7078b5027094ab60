/** The SQL of exchanging the secret that codes are sealed and marked with: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";

type Bound = { readonly version: number; readonly limit: number };
type SealedCode = { id: bigint; hash: string; code_sealed: Buffer; pin_sealed: Buffer | null };

export function lockCodesBefore(tx: Tx, { version, limit }: Bound): Promise<SealedCode[]> {
  return tx.rows<SealedCode>`
    select id, hash, code_sealed, pin_sealed
    from store_codes
    where get_byte(code_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

type Anew = { readonly id: bigint; readonly code: Buffer; readonly pin: Buffer | null; readonly mark: Buffer };

export async function putCodesAnew(tx: Tx, anew: readonly Anew[]): Promise<void> {
  await tx.rows`
    update store_codes known
    set code_sealed = anew.code, pin_sealed = anew.pin, mark = anew.mark
    from unnest(
      ${anew.map(({ id }) => id)}::bigint[], ${anew.map(({ code }) => code)}::bytea[], ${anew.map(({ pin }) => pin)}::bytea[],
      ${anew.map(({ mark }) => mark)}::bytea[]) as anew (id, code, pin, mark)
    where known.id = anew.id`;
}

type HouseCard = { id: bigint; reference: string; n: number; code_sealed: Buffer };

export function lockCardsBefore(tx: Tx, { version, limit }: Bound): Promise<HouseCard[]> {
  return tx.rows<HouseCard>`
    select id, reference::text as reference, n, code_sealed
    from house_cards
    where get_byte(code_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export async function putCardsAnew(tx: Tx, anew: readonly Omit<Anew, "pin">[]): Promise<void> {
  await tx.rows`
    update house_cards known
    set code_sealed = anew.code, mark = anew.mark
    from unnest(
      ${anew.map(({ id }) => id)}::bigint[], ${anew.map(({ code }) => code)}::bytea[], ${anew.map(({ mark }) => mark)}::bytea[])
      as anew (id, code, mark)
    where known.id = anew.id`;
}
