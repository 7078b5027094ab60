/** The SQL of addresses, which the signer alone makes. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type WantedAddress = {
  readonly purpose: "user" | "house" | "change" | "hot" | "refill";
  readonly userId: bigint | null;
  readonly currency: CryptoCode;
  readonly subject: string | null;
};

/** The one that there is for this already. */
export async function findAddress(tx: ReadTx, wanted: WantedAddress): Promise<{ id: bigint } | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    select id
    from wallet_addresses
    where purpose = ${wanted.purpose} and currency = ${wanted.currency} and user_id is not distinct from ${wanted.userId}
      and (purpose <> 'change' or subject = ${wanted.subject})`;
  return row;
}

/** Locks the branch's counter and counts it up. */
export async function nextIndex(tx: Tx, { chain, branch }: { chain: ChainName; branch: 0 | 1 }): Promise<number> {
  const rows = await tx.rows<{ index: number }>`
    insert into wallet_paths (chain, branch, next_index)
    values (${chain}, ${branch}, 1)
    on conflict (chain, branch) do update set next_index = wallet_paths.next_index + 1
    returning next_index - 1 as index`;
  return onlyRow(rows).index;
}

type NewAddress = WantedAddress & {
  readonly chain: ChainName;
  readonly branch: 0 | 1;
  readonly path_index: number;
  readonly address: string;
  readonly attestation: string;
};

export async function insertAddress(tx: Tx, made: NewAddress): Promise<void> {
  await tx.rows`
    insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, subject, attestation, created_at)
    values (${made.chain}, ${made.branch}, ${made.path_index}, ${made.address}, ${made.purpose}, ${made.userId}, ${made.currency},
            ${made.subject}, ${made.attestation}, ${tx.now})`;
}

type OlderAddress = Omit<NewAddress, "attestation" | "userId" | "subject"> & {
  readonly id: bigint;
  readonly user_id: bigint | null;
};

/** Without the signer's word, in id order. */
export async function olderAddresses(
  tx: ReadTx,
  { chain, after, most }: { chain: ChainName; after: bigint; most: number },
): Promise<OlderAddress[]> {
  return tx.rows<OlderAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency
    from wallet_addresses
    where chain = ${chain} and attestation is null and id > ${after}
    order by id
    limit ${most}`;
}

export async function setAttestation(
  tx: Tx,
  given: readonly { readonly id: bigint; readonly attestation: string }[],
): Promise<void> {
  await tx.rows`
    update wallet_addresses
    set attestation = given.attestation
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ attestation }) => attestation)}::text[])
      as given (id, attestation)
    where wallet_addresses.id = given.id and wallet_addresses.attestation is null`;
}
