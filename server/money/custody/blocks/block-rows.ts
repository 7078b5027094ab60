/** The SQL of blocks that were read. */
import type { ChainName } from "#contract/money/chains.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export async function insertBlock(
  tx: Tx,
  chain: ChainName,
  { height, hash }: { readonly height: number; readonly hash: string },
): Promise<void> {
  await tx.rows`
    insert into wallet_blocks (chain, height, hash)
    values (${chain}, ${height}, ${hash})`;
}

export async function deleteBlocksBelow(tx: Tx, chain: ChainName, height: number): Promise<void> {
  await tx.rows`
    delete from wallet_blocks
    where chain = ${chain} and height < ${height}`;
}

export async function deleteBlocksAbove(tx: Tx, chain: ChainName, above: number): Promise<void> {
  await tx.rows`
    delete from wallet_blocks
    where chain = ${chain} and height > ${above}`;
}

export async function hashAt(tx: ReadTx, chain: ChainName, height: number): Promise<string | undefined> {
  const [row] = await tx.rows<{ hash: string }>`
    select hash
    from wallet_blocks
    where chain = ${chain} and height = ${height}`;
  return row?.hash;
}

/** Whether this block was read and is still part of the chain. */
export async function isScanned(
  tx: ReadTx,
  chain: ChainName,
  { height, hash }: { readonly height: number; readonly hash: string },
): Promise<boolean> {
  const rows = await tx.rows`
    select height
    from wallet_blocks
    where chain = ${chain} and height = ${height} and hash = ${hash}`;
  return rows.length > 0;
}
