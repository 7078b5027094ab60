/** The SQL of exchanging the secret that orders are sealed with: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";

export type SealedRamp = {
  readonly quote_id: bigint;
  readonly user_id: bigint;
  readonly party_sealed: Buffer;
  readonly instructions_sealed: Buffer | null;
  readonly payer_sealed: Buffer | null;
};

export function lockRampsBefore(tx: Tx, { version, limit }: { version: number; limit: number }): Promise<SealedRamp[]> {
  return tx.rows<SealedRamp>`
    select quote_id, user_id, party_sealed, instructions_sealed, payer_sealed
    from ramp_orders
    where (length(party_sealed) > 0 and get_byte(party_sealed, 0) <> ${version})
      or (length(instructions_sealed) > 0 and get_byte(instructions_sealed, 0) <> ${version})
      or (length(payer_sealed) > 0 and get_byte(payer_sealed, 0) <> ${version})
    order by quote_id
    limit ${limit}
    for no key update`;
}

export async function putRampAnew(tx: Tx, anew: Omit<SealedRamp, "user_id">): Promise<void> {
  await tx.rows`
    update ramp_orders
    set party_sealed = ${anew.party_sealed}, instructions_sealed = ${anew.instructions_sealed}, payer_sealed = ${anew.payer_sealed}
    where quote_id = ${anew.quote_id}`;
}
