/** The two chains that the three coins travel on, and whether each can be reached now. */
import type { CryptoCode } from "#contract/money.ts";
import { Refusal } from "#contract/refusals.ts";
import type { RailClosure } from "#contract/wallet.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import type { BitcoinRail, EthereumRail, Unavailable } from "../../platform/outside/chains.ts";
import type { BitcoinChain } from "../../platform/outside/chain-keys.ts";

export type ChainName = "bitcoin" | "ethereum";

export const CHAIN_OF: Readonly<Record<CryptoCode, ChainName>> = { BTC: "bitcoin", ETH: "ethereum", USDT: "ethereum" };

/** How many of the chain's units make one of the ledger's. */
export const CHAIN_UNITS: Readonly<Record<CryptoCode, bigint>> = { BTC: 1n, ETH: 1_000_000_000n, USDT: 1n };

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
};

/** Why a chain is closed, in the words that callers of the API read; pages have their own by the code. */
export const CLOSURES: Readonly<Record<RailClosure, string>> = {
  switched_off: "Chains are switched off here.",
  not_set_up: "There is no node for this coin here.",
  no_answer: "The node of this coin does not answer.",
  other_keys: "The keys or the network are not those that this wallet was opened with.",
  not_reached: "Connecting to the network.",
};

export async function listRails(tx: ReadTx): Promise<Rail[]> {
  return tx.rows<Rail>`
    select chain, is_available, reason_code, reason, network, is_test, account_key, token, fee_price, fee_tip, scanned_height, final_height
    from wallet_rails
    order by chain`;
}

export async function findRail(tx: ReadTx, chain: ChainName): Promise<Rail | undefined> {
  return (await listRails(tx)).find((rail) => rail.chain === chain);
}

export type OpenRail = Rail & { readonly account_key: string };

/** Refuses wallet.rail_unavailable with the reason. */
export async function getOpenRail(tx: ReadTx, chain: ChainName): Promise<OpenRail> {
  const rail = await findRail(tx, chain);
  const key = rail?.account_key;
  if (!rail?.is_available || !key) {
    throw new Refusal("wallet.rail_unavailable", { reason: rail?.reason ?? CLOSURES.not_reached });
  }
  return { ...rail, account_key: key };
}

/** Locks the chain's row: whoever scans or settles it does so alone. Undefined when it was never reached. */
export async function lockRail(tx: Tx, chain: ChainName): Promise<Rail | undefined> {
  const [rail] = await tx.rows<Rail>`
    select chain, is_available, reason_code, reason, network, is_test, account_key, token, fee_price, fee_tip, scanned_height, final_height
    from wallet_rails
    where chain = ${chain}
    for update`;
  return rail;
}

export type RailNews = {
  readonly chain: ChainName;
  readonly network: string;
  readonly isTest: boolean;
  readonly accountKey: string;
  readonly token: string | null;
  /** Where scanning begins when this chain is new to us. */
  readonly startHeight: number;
};

/**
 * The chain answers. An account key or network other than the one that addresses were given out for is a stop: deposits
 * to those addresses could not be spent.
 */
export async function openRail(tx: Tx, news: RailNews): Promise<void> {
  const before = await lockRail(tx, news.chain);
  const isAnother = before?.account_key && (before.account_key !== news.accountKey || before.network !== news.network);
  if (isAnother) return closeRail(tx, { chain: news.chain, code: "other_keys" });
  await tx.rows`
    insert into wallet_rails (chain, is_available, network, is_test, account_key, token, scanned_height)
    values (${news.chain}, true, ${news.network}, ${news.isTest}, ${news.accountKey}, ${news.token}, ${news.startHeight})
    on conflict (chain) do update
    set is_available = true, reason_code = null, reason = null, network = excluded.network, is_test = excluded.is_test,
        account_key = excluded.account_key, token = excluded.token`;
}

/** Deposits wait, money out of the chain is refused. `fault` is what the machine said, instead of the code's own words. */
export async function closeRail(
  tx: Tx,
  { chain, code, fault }: { chain: ChainName; code: RailClosure; fault?: string | undefined },
): Promise<void> {
  await tx.rows`
    insert into wallet_rails (chain, is_available, reason_code, reason, network, is_test)
    values (${chain}, false, ${code}, ${fault ?? CLOSURES[code]}, '', false)
    on conflict (chain) do update
    set is_available = false, reason_code = excluded.reason_code, reason = excluded.reason
    where wallet_rails.is_available
      or (wallet_rails.reason_code, wallet_rails.reason) is distinct from (excluded.reason_code, excluded.reason)`;
}

/** Closes a chain whose node was never there: switched off, or not to be had on this machine, with what it said. */
export async function closeMissing(
  tx: Tx,
  { chain, node }: { chain: ChainName; node: BitcoinRail | EthereumRail | Unavailable | undefined },
): Promise<void> {
  if (node && "fault" in node && !node.isOff) return closeRail(tx, { chain, code: "not_set_up", fault: node.fault });
  return closeRail(tx, { chain, code: "switched_off" });
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

/** The network of bitcoin addresses; refuses to guess for a chain that was never reached. */
export function bitcoinChainOf({ network }: Pick<Rail, "network">): BitcoinChain {
  if (network === "main" || network === "test" || network === "signet" || network === "regtest") return network;
  throw new Error(`no bitcoin network: ${network}`);
}
