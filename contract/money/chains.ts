/** Which chain each coin travels on. */
import type { CryptoCode } from "./money.ts";

export type ChainName = "bitcoin" | "ethereum";

export const CHAIN_OF: Readonly<Record<CryptoCode, ChainName>> = { BTC: "bitcoin", ETH: "ethereum", USDT: "ethereum" };

export function coinsOf(chain: ChainName): CryptoCode[] {
  return (Object.keys(CHAIN_OF) as CryptoCode[]).filter((code) => CHAIN_OF[code] === chain);
}
