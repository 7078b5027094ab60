/** The SQL of refills from the cold account. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../../platform/postgres/db.ts";
import type { OwnAddress } from "../../addresses/address-rows.ts";
import type { ColdCoin } from "../rows.ts";

export type Refill = {
  readonly id: bigint;
  readonly hash: string;
  readonly chain: ChainName;
  readonly currency: CryptoCode;
  readonly units: bigint;
  /** A PSBT in base64, or an unsigned transaction in hex. */
  readonly unsigned: string;
  readonly raw_hex: string | null;
  readonly txid: string | null;
  readonly created_at: Date;
  readonly tries: number;
  readonly tried_at: Date | null;
  readonly accepted_at: Date | null;
  readonly fault: string | null;
};

export async function insertRefill(
  tx: Tx,
  refill: Pick<Refill, "hash" | "chain" | "currency" | "units" | "unsigned">,
): Promise<void> {
  await tx.rows`
    insert into cold_refills (hash, chain, currency, units, unsigned, created_at)
    values (${refill.hash}, ${refill.chain}, ${refill.currency}, ${refill.units}, ${refill.unsigned}, ${tx.now})`;
}

/** The newest first. */
export async function recentRefills(tx: ReadTx): Promise<Refill[]> {
  return tx.rows<Refill>`
    select id, hash, chain, currency, units, unsigned, raw_hex, txid, created_at, tries, tried_at, accepted_at, fault
    from cold_refills
    order by id desc
    limit 100`;
}

export async function findRefill(tx: ReadTx, txid: string): Promise<Refill | undefined> {
  const [row] = await tx.rows<Refill>`
    select id, hash, chain, currency, units, unsigned, raw_hex, txid, created_at, tries, tried_at, accepted_at, fault
    from cold_refills
    where txid = ${txid}`;
  return row;
}

/** Of one that was not signed before. */
export async function setSigned(
  tx: Tx,
  id: bigint,
  { rawHex, txid }: { readonly rawHex: string; readonly txid: string },
): Promise<void> {
  await tx.rows`
    update cold_refills
    set raw_hex = ${rawHex}, txid = ${txid}, signed_at = ${tx.now}
    where id = ${id} and raw_hex is null`;
}

/** Signed within the last days, and in no block: its spend is seen there. */
export async function refillsUnderWay(tx: ReadTx, chain: ChainName): Promise<Refill[]> {
  return tx.rows<Refill>`
    select id, hash, chain, currency, units, unsigned, raw_hex, txid, created_at, tries, tried_at, accepted_at, fault
    from cold_refills
    where chain = ${chain} and raw_hex is not null and signed_at > ${tx.now}::timestamptz - interval '3 days'
      and not exists (
        select from cold_spends spend
        where spend.chain = cold_refills.chain and spend.txid = cold_refills.txid and spend.block_height is not null)
    order by id`;
}

/** Written before the bytes leave. */
export async function noteRefillTry(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update cold_refills
    set tries = tries + 1, tried_at = ${tx.now}
    where id = ${id}`;
}

export async function noteRefillAnswer(tx: Tx, id: bigint, fault: string | null): Promise<void> {
  await tx.rows`
    update cold_refills
    set accepted_at = case when ${fault}::text is null then coalesce(accepted_at, ${tx.now}) else accepted_at end, fault = ${fault}
    where id = ${id}`;
}

/** In a block and not spent there, the largest first. */
export async function spendableCold(tx: ReadTx, account: string): Promise<ColdCoin[]> {
  return tx.rows<ColdCoin>`
    select txid, output_index, branch, path_index, address, units
    from cold_coins
    where account = ${account} and block_height is not null and spent_txid is null
    order by units desc, txid, output_index
    limit 2000`;
}

/** Where bitcoin from the cold account comes to. */
export async function findRefillAddress(tx: ReadTx): Promise<OwnAddress | undefined> {
  const [row] = await tx.rows<OwnAddress>`
    select id, chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where purpose = 'refill' and currency = 'BTC'`;
  return row;
}
