/** Transfers of an Ethereum block from the cold address to other addresses than the hot one, and transfers to it. */
import { divideUp } from "#contract/money/money.ts";
import type { EthereumNode, EthereumBlock, TokenTransfer } from "../../../platform/outside/chains/ethereum-node.ts";
import type { OwnAddress } from "../addresses/address-rows.ts";
import type { ColdTransfer } from "./arrival-rows.ts";
import { CHAIN_UNITS } from "../rails/rails.ts";

/** By transaction, from any sender: whole units of the ledger. */
export async function coldArrivalsOf(
  node: Pick<EthereumNode, "receipt">,
  { cold, transactions, transfers }: Pick<Seen, "cold" | "transactions" | "transfers">,
): Promise<ColdTransfer[]> {
  const arrivals: ColdTransfer[] = [];
  for (const { txid, from, to, wei } of transactions)
    if (to === cold && from !== cold && wei >= CHAIN_UNITS.ETH && (await node.receipt(txid))?.succeeded)
      arrivals.push({ txid, currency: "ETH", units: wei / CHAIN_UNITS.ETH });
  const tokens = new Map<string, bigint>();
  for (const { txid, from, to, units } of transfers)
    if (to === cold && from !== cold && units > 0n) tokens.set(txid, (tokens.get(txid) ?? 0n) + units);
  for (const [txid, units] of tokens) arrivals.push({ txid, currency: "USDT", units });
  return arrivals;
}

type Seen = {
  readonly cold: string;
  readonly ours: ReadonlyMap<string, OwnAddress>;
  readonly transactions: EthereumBlock["transactions"];
  readonly transfers: readonly TokenTransfer[];
};

/** By transaction: in ether with what the network took, in tokens by the logs. */
export async function coldSpendsOf(
  node: Pick<EthereumNode, "receipt">,
  { cold, ours, transactions, transfers }: Seen,
): Promise<ColdTransfer[]> {
  const isHot = (to: string | undefined) => ours.get(to ?? "")?.purpose === "hot";
  const spends: ColdTransfer[] = [];
  for (const { txid, from, to, wei } of transactions) {
    const receipt = from === cold ? await node.receipt(txid) : undefined;
    if (!receipt) continue;
    const left = receipt.feeWei + (receipt.succeeded && !isHot(to) && to !== cold ? wei : 0n);
    spends.push({ txid, currency: "ETH", units: divideUp(left, CHAIN_UNITS.ETH) });
  }
  const tokens = new Map<string, bigint>();
  for (const { txid, from, to, units } of transfers)
    if (from === cold && to !== cold && !isHot(to)) tokens.set(txid, (tokens.get(txid) ?? 0n) + units);
  for (const [txid, units] of tokens) spends.push({ txid, currency: "USDT", units });
  return spends;
}
