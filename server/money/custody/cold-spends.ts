/** What a block of Ethereum took from the cold address that did not come to the hot one. */
import { divideUp } from "#contract/money.ts";
import type { EthereumNode, EthereumBlock, TokenTransfer } from "../../platform/outside/ethereum-node.ts";
import type { OwnAddress } from "./address-rows.ts";
import type { ColdSpend } from "./ethereum-blocks.ts";
import { CHAIN_UNITS } from "./rails.ts";

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
): Promise<ColdSpend[]> {
  const isHot = (to: string | undefined) => ours.get(to ?? "")?.purpose === "hot";
  const spends: ColdSpend[] = [];
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
