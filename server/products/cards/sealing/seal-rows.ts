/** The SQL of numbers and addresses that are sealed anew: as the owner of the tables. */
import type { Tx } from "../../../platform/postgres/db.ts";

type SealedRow = { id: bigint; hash: string; number_sealed: Buffer };

export async function numbersToSeal(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<SealedRow[]> {
  return tx.rows<SealedRow>`
    select id, hash, number_sealed
    from cards
    where number_sealed is not null and get_byte(number_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export async function setNumbers(
  tx: Tx,
  anew: readonly { readonly id: bigint; readonly sealed: Buffer; readonly mark: Buffer }[],
): Promise<void> {
  await tx.rows`
    update cards
    set number_sealed = anew.sealed, number_index = anew.mark
    from unnest(
      ${anew.map(({ id }) => id)}::bigint[], ${anew.map(({ sealed }) => sealed)}::bytea[], ${anew.map(({ mark }) => mark)}::bytea[]
    ) as anew (id, sealed, mark)
    where cards.id = anew.id`;
}

export type SealedAddress = { readonly user_id: bigint; readonly issuer: string; readonly address_sealed: Buffer };

export async function addressesToSeal(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<SealedAddress[]> {
  return tx.rows<SealedAddress>`
    select user_id, issuer, address_sealed
    from card_holders
    where length(address_sealed) > 0 and get_byte(address_sealed, 0) <> ${version}
    order by user_id, issuer
    limit ${limit}
    for no key update`;
}

export async function setAddress(tx: Tx, { user_id, issuer, address_sealed }: SealedAddress): Promise<void> {
  await tx.rows`
    update card_holders
    set address_sealed = ${address_sealed}
    where user_id = ${user_id} and issuer = ${issuer}`;
}
