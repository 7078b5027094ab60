/** The SQL of rails: the chains, and how far each was read. */
import type { ChainName } from "#contract/money/chains.ts";
import type { RailClosure } from "#contract/products/wallet/wallet.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export type Rail = {
  readonly chain: ChainName;
  readonly is_available: boolean;
  readonly reason_code: RailClosure | null;
  readonly reason: string | null;
  readonly network: string;
  readonly is_test: boolean;
  readonly account_key: string | null;
  readonly token: string | null;
  /** Satoshi per 1000 virtual bytes, or wei per gas. */
  readonly fee_price: string | null;
  readonly fee_tip: string | null;
  readonly scanned_height: number;
  readonly final_height: number;
  /** Which cold account is followed, as the signer has it; null where everything stays hot. */
  readonly cold_account: string | null;
  /** Of Ethereum: the number that the next transaction of the cold account has. */
  readonly cold_nonce: number | null;
};

export async function listRails(tx: ReadTx): Promise<Rail[]> {
  return tx.rows<Rail>`
    select chain, is_available, reason_code, reason, network, is_test, account_key, token, fee_price, fee_tip, scanned_height,
           final_height, cold_account, cold_nonce
    from wallet_rails
    order by chain`;
}

/** Locks the chain's row, so that one process at a time scans or settles it. Undefined when the chain was never reached. */
export async function lockRail(tx: Tx, chain: ChainName): Promise<Rail | undefined> {
  const [rail] = await tx.rows<Rail>`
    select chain, is_available, reason_code, reason, network, is_test, account_key, token, fee_price, fee_tip, scanned_height,
           final_height, cold_account, cold_nonce
    from wallet_rails
    where chain = ${chain}
    for update`;
  return rail;
}

export async function saveFeePrice(
  tx: Tx,
  { chain, price, tip }: { chain: ChainName; price: bigint; tip: bigint },
): Promise<void> {
  await tx.rows`
    update wallet_rails
    set fee_price = ${price}, fee_tip = ${tip}, fee_at = ${tx.now}
    where chain = ${chain}
      and (fee_price is distinct from ${price}::numeric or fee_tip is distinct from ${tip}::numeric
        or fee_at < ${tx.now}::timestamptz - interval '10 seconds')`;
}

export async function upsertOpenRail(tx: Tx, news: RailNews): Promise<void> {
  await tx.rows`
    insert into wallet_rails (chain, is_available, network, is_test, account_key, token, scanned_height, cold_account)
    values (${news.chain}, true, ${news.network}, ${news.isTest}, ${news.accountKey}, ${news.token}, ${news.startHeight},
            ${news.coldAccount})
    on conflict (chain) do update
    set is_available = true, reason_code = null, reason = null, network = excluded.network, is_test = excluded.is_test,
        account_key = excluded.account_key, token = excluded.token, cold_account = excluded.cold_account`;
}

export type RailNews = {
  readonly chain: ChainName;
  readonly network: string;
  readonly isTest: boolean;
  readonly accountKey: string;
  readonly token: string | null;
  readonly coldAccount: string | null;
  /** Where scanning begins when this chain is new to us. */
  readonly startHeight: number;
};

/** Writes only what changes. */
export async function upsertClosedRail(
  tx: Tx,
  { chain, code, reason }: { chain: ChainName; code: RailClosure; reason: string },
): Promise<void> {
  await tx.rows`
    insert into wallet_rails (chain, is_available, reason_code, reason, network, is_test)
    values (${chain}, false, ${code}, ${reason}, '', false)
    on conflict (chain) do update
    set is_available = false, reason_code = excluded.reason_code, reason = excluded.reason
    where wallet_rails.is_available
      or (wallet_rails.reason_code, wallet_rails.reason) is distinct from (excluded.reason_code, excluded.reason)`;
}

export async function setScanned(tx: Tx, chain: ChainName, height: number): Promise<void> {
  await tx.rows`
    update wallet_rails
    set scanned_height = ${height}, scanned_at = ${tx.now}
    where chain = ${chain}`;
}

export async function setScannedBack(tx: Tx, chain: ChainName, above: number): Promise<void> {
  await tx.rows`
    update wallet_rails
    set scanned_height = ${above}
    where chain = ${chain}`;
}

/** Nothing above the height is scanned or final. */
export async function setEthereumBack(tx: Tx, above: number): Promise<void> {
  await tx.rows`
    update wallet_rails
    set scanned_height = ${above}, final_height = least(final_height, ${above})
    where chain = 'ethereum'`;
}

export async function setFinal(tx: Tx, chain: ChainName, height: number): Promise<void> {
  await tx.rows`
    update wallet_rails
    set final_height = ${height}
    where chain = ${chain}`;
}

export async function setColdNonce(tx: Tx, nonce: number): Promise<void> {
  await tx.rows`
    update wallet_rails
    set cold_nonce = ${nonce}
    where chain = 'ethereum'`;
}
