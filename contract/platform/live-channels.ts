/** Public channels of the live connection: they open without a token, also for visitors. */
import type { CryptoCode } from "../money/money.ts";
import { symbolOfChannel } from "../products/spot/names.ts";

const RATES = /^rates:([A-Z]{3,4})\/([A-Z]{3})$/;

/** It carries the prices of the coins in this currency after each update. */
export function ratesChannel(crypto: CryptoCode, fiat: string): string {
  return `rates:${crypto}/${fiat}`;
}

/** The pair of a channel of rates; undefined for any other channel. */
export function pairOfChannel(channel: string): { crypto: string; fiat: string } | undefined {
  const [, crypto, fiat] = RATES.exec(channel) ?? [];
  return crypto && fiat ? { crypto, fiat } : undefined;
}

export function isPublicChannel(channel: string): boolean {
  return RATES.test(channel) || symbolOfChannel(channel) !== undefined;
}
