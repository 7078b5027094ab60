/** Where the public can read about a transaction: one explorer for each main network, none for play money. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";

/** Decision 11 says why these. Networks are named as a rail names them. */
const EXPLORERS: Readonly<Record<string, string>> = {
  "bitcoin main": "https://mempool.space/tx/",
  "ethereum 1": "https://etherscan.io/tx/",
};

/** Null on every network that is not a main one, and before there is a transaction. */
export function explorerUrl({
  currency,
  network,
  txid,
}: {
  currency: CryptoCode;
  network: string | null;
  txid: string | null;
}): string | null {
  const base = EXPLORERS[`${CHAIN_OF[currency]} ${network}`];
  return base && txid ? `${base}${txid}` : null;
}
