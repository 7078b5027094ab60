/** The SQL of our addresses. */
import type { ChainName } from "#contract/chains.ts";
import type { CryptoCode } from "#contract/money.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { onlyRow } from "../../platform/only-row.ts";

export type AddressPurpose = "user" | "house" | "change" | "hot";

export type OwnAddress = {
  readonly id: bigint;
  readonly chain: ChainName;
  readonly branch: 0 | 1;
  readonly path_index: number;
  readonly address: string;
  readonly purpose: AddressPurpose;
  readonly user_id: bigint | null;
  readonly currency: CryptoCode;
};

/** Those of the given addresses that are ours, by address. */
export async function ownAmong(
  tx: ReadTx,
  chain: ChainName,
  addresses: readonly string[],
): Promise<Map<string, OwnAddress>> {
  const rows = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency
    from wallet_addresses
    where chain = ${chain} and address = any(${addresses})`;
  return new Map(rows.map((row) => [row.address, row]));
}

export async function addressOfUser(
  tx: ReadTx,
  { userId, currency }: { userId: bigint; currency: CryptoCode },
): Promise<OwnAddress | undefined> {
  const [found] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency
    from wallet_addresses
    where user_id = ${userId} and currency = ${currency}`;
  return found;
}

export async function findHouseAddress(tx: ReadTx, currency: CryptoCode): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency
    from wallet_addresses
    where purpose = 'house' and currency = ${currency}`;
  return row;
}

export async function findHotAddress(
  tx: ReadTx,
  { branch, index }: { readonly branch: number; readonly index: number },
): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency
    from wallet_addresses
    where chain = 'ethereum' and branch = ${branch} and path_index = ${index}`;
  return row;
}

/** Locks the branch's counter and counts it up. */
export async function nextIndex(tx: Tx, chain: ChainName, branch: 0 | 1): Promise<number> {
  const rows = await tx.rows<{ index: number }>`
    insert into wallet_paths (chain, branch, next_index)
    values (${chain}, ${branch}, 1)
    on conflict (chain, branch) do update set next_index = wallet_paths.next_index + 1
    returning next_index - 1 as index`;
  return onlyRow(rows).index;
}

/** Undefined when the user has one of this coin already. */
export async function insertAddress(tx: Tx, made: NewAddress): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, created_at)
    values (${made.chain}, ${made.branch}, ${made.index}, ${made.address}, ${made.purpose}, ${made.userId}, ${made.currency}, ${tx.now})
    on conflict (user_id, currency) where user_id is not null do nothing
    returning id, chain, branch, path_index, address, purpose, user_id, currency`;
  return row;
}

export type NewAddress = {
  readonly chain: ChainName;
  readonly branch: 0 | 1;
  readonly index: number;
  readonly address: string;
  readonly purpose: AddressPurpose;
  readonly userId: bigint | null;
  readonly currency: CryptoCode;
};

/** The hot address, and every address that ever got something. */
export async function usedEthereumAddresses(tx: ReadTx): Promise<{ address: string }[]> {
  return tx.rows<{ address: string }>`
    select address
    from wallet_addresses
    where chain = 'ethereum'
      and (branch = 1 or exists (select from deposits where deposits.address_id = wallet_addresses.id))`;
}
