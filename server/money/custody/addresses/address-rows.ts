/** The SQL of our addresses. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";

export type AddressPurpose = "user" | "house" | "change" | "hot" | "refill";

export type OwnAddress = {
  readonly id: bigint;
  readonly chain: ChainName;
  readonly branch: 0 | 1;
  readonly path_index: number;
  readonly address: string;
  readonly purpose: AddressPurpose;
  readonly user_id: bigint | null;
  readonly currency: CryptoCode;
  /** The signer's word on all of this. */
  readonly attestation: string | null;
};

/** Those of the given addresses that are ours, by address. */
export async function ownAmong(
  tx: ReadTx,
  chain: ChainName,
  addresses: readonly string[],
): Promise<Map<string, OwnAddress>> {
  const rows = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where chain = ${chain} and address = any(${addresses})`;
  return new Map(rows.map((row) => [row.address, row]));
}

export async function addressOfUser(
  tx: ReadTx,
  { userId, currency }: { userId: bigint; currency: CryptoCode },
): Promise<OwnAddress | undefined> {
  const [found] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where user_id = ${userId} and currency = ${currency}`;
  return found;
}

export async function findHouseAddress(tx: ReadTx, currency: CryptoCode): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where purpose = 'house' and currency = ${currency}`;
  return row;
}

export async function findHotAddress(
  tx: ReadTx,
  { branch, index }: { readonly branch: number; readonly index: number },
): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where chain = 'ethereum' and branch = ${branch} and path_index = ${index}`;
  return row;
}

/** The change that was made for a send-out. */
export async function findChangeAddress(tx: ReadTx, sendOut: string): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where purpose = 'change' and subject = ${sendOut}`;
  return row;
}

/** Those that something came to which is not credited. */
export async function awaitedAddresses(tx: ReadTx, chain: ChainName): Promise<OwnAddress[]> {
  return tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where id in (
      select deposit.address_id
      from deposits deposit
      where deposit.chain = ${chain} and deposit.status = 'incoming')
    order by id`;
}

/** The next few by id. */
export async function addressesAfter(
  tx: ReadTx,
  { chain, after, most }: { chain: ChainName; after: bigint; most: number },
): Promise<OwnAddress[]> {
  return tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where chain = ${chain} and id > ${after}
    order by id
    limit ${most}`;
}

/** The hot address, and every address that ever got something. */
export async function usedEthereumAddresses(tx: ReadTx): Promise<Pick<OwnAddress, "address" | "branch">[]> {
  return tx.rows<Pick<OwnAddress, "address" | "branch">>`
    select address, branch
    from wallet_addresses
    where chain = 'ethereum'
      and (branch = 1 or exists (select from deposits where deposits.address_id = wallet_addresses.id))`;
}
