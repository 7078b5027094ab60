/** The two chains that the three coins travel on, and whether each can be reached now. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { RailClosure } from "#contract/products/wallet/wallet.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { BitcoinRail, EthereumRail, Unavailable } from "../../../platform/outside/chains/chains.ts";
import type { BitcoinChain } from "../../../platform/outside/chains/chain-keys.ts";
import { listRails, lockRail, type Rail, type RailNews, upsertClosedRail, upsertOpenRail } from "./rail-rows.ts";

/** How many of the chain's units make one of the ledger's. */
export const CHAIN_UNITS: Readonly<Record<CryptoCode, bigint>> = { BTC: 1n, ETH: 1_000_000_000n, USDT: 1n };

/** Why a chain is closed, in the words that callers of the API read; pages have their own by the code. */
export const CLOSURES: Readonly<Record<RailClosure, string>> = {
  switched_off: "Chains are switched off here.",
  not_set_up: "There is no node for this coin here.",
  no_answer: "The node of this coin does not answer.",
  other_keys: "The keys or the network are not those that this wallet was opened with.",
  not_reached: "Connecting to the network.",
};

export async function findRail(tx: ReadTx, chain: ChainName): Promise<Rail | undefined> {
  return (await listRails(tx)).find((rail) => rail.chain === chain);
}

export type OpenRail = Rail & { readonly account_key: string };

/** Refuses wallet.rail_unavailable with the reason. */
export async function getOpenRail(tx: ReadTx, chain: ChainName): Promise<OpenRail> {
  const rail = await findRail(tx, chain);
  const open = rail && openOf(rail);
  if (!open) throw new Refusal("wallet.rail_unavailable", { reason: closureOf(rail) });
  return open;
}

/** What callers read of a closed chain. The machine's own words are the operator's: they name programs and versions. */
export function closureOf(rail: Pick<Rail, "reason_code"> | undefined): string {
  return CLOSURES[rail?.reason_code ?? "not_reached"];
}

export async function findOpenRail(tx: ReadTx, chain: ChainName): Promise<OpenRail | undefined> {
  const rail = await findRail(tx, chain);
  return rail && openOf(rail);
}

function openOf(rail: Rail): OpenRail | undefined {
  const key = rail.account_key;
  return rail.is_available && key ? { ...rail, account_key: key } : undefined;
}

/**
 * The chain answers. An account key or network other than the one that addresses were given out for is a stop: deposits
 * to those addresses could not be spent. Returns whether it is open.
 */
export async function openRail(tx: Tx, news: RailNews): Promise<boolean> {
  const before = await lockRail(tx, news.chain);
  const isAnother =
    before !== undefined &&
    before.account_key !== null &&
    (before.account_key !== news.accountKey || before.network !== news.network);
  if (isAnother) await closeRail(tx, { chain: news.chain, code: "other_keys" });
  else await upsertOpenRail(tx, news);
  return !isAnother;
}

/** Deposits wait, money out of the chain is refused. `fault` is what the machine said; the operator reads it in `npm run admin`. */
export async function closeRail(
  tx: Tx,
  { chain, code, fault }: { chain: ChainName; code: RailClosure; fault?: string | undefined },
): Promise<void> {
  await upsertClosedRail(tx, { chain, code, reason: fault ?? CLOSURES[code] });
}

/** Closes a chain without a node (switched off, or not available on this machine), with the reason. */
export async function closeMissing(
  tx: Tx,
  { chain, node }: { chain: ChainName; node: BitcoinRail | EthereumRail | Unavailable | undefined },
): Promise<void> {
  if (node && "fault" in node && !node.isOff) return closeRail(tx, { chain, code: "not_set_up", fault: node.fault });
  return closeRail(tx, { chain, code: "switched_off" });
}

/** The network of bitcoin addresses; refuses to guess for a chain that was never reached. */
export function bitcoinChainOf({ network }: Pick<Rail, "network">): BitcoinChain {
  if (network === "main" || network === "test" || network === "signet" || network === "regtest") return network;
  throw new Error(`no bitcoin network: ${network}`);
}
