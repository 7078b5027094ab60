/**
 * Finds out why a signed Ethereum payment is not mined: its nonce is used up, an earlier nonce is unused, or the fee is too
 * low.
 */
import type { BroadcastOutcome } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { EthereumNode } from "../../../platform/outside/chains/ethereum-node.ts";
import type { Payment } from "./rows.ts";
import type { Finding, FindingAt } from "./stuck.ts";

/** Undefined while it may be mined: nothing is known against it, or the scanner will decide by the next blocks. */
export async function whyStuck(
  node: EthereumNode,
  payment: Payment,
  facts: { open: readonly Payment[]; answer: BroadcastOutcome },
): Promise<FindingAt | undefined> {
  const height = await node.height();
  const hash = await node.blockHash(height);
  const finding = await find(node, payment, facts);
  // What was read while the chain moved proves nothing: it is read again.
  if (!finding || hash === undefined || (await node.blockHash(height)) !== hash) return undefined;
  return { ...finding, height, hash };
}

async function find(
  node: EthereumNode,
  { from_address: from, nonce, txid }: Payment,
  { open, answer }: { open: readonly Payment[]; answer: BroadcastOutcome },
): Promise<Finding | undefined> {
  if (from === null || nonce === null || txid === null) return undefined;
  const finalNext = await node.nonce(from, "finalized");
  const next = await node.nonce(from, "latest");
  if (await node.receipt(txid)) return undefined;
  if (finalNext > nonce)
    return { kind: "lost", why: `number ${nonce} of ${from} is used by another transaction for good` };
  if (next > nonce) return undefined;
  const ours = new Set(open.filter(({ from_address }) => from_address === from).map((one) => one.nonce));
  for (let number = next; number < nonce; number++) {
    if (!ours.has(number)) return { kind: "unclear", why: `number ${number} of ${from} is used by nobody` };
  }
  if (next < nonce || answer.outcome !== "refused") return undefined;
  return { kind: "unclear", why: `the node refuses it: ${answer.reason}` };
}
