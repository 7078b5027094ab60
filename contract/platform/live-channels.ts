/** The live connection's channels that are everybody's: they open without a token, also to who is not signed in. */
import type { CryptoCode } from "../money/money.ts";

const RATES = /^rates:([A-Z]{3,4})\/([A-Z]{3})$/;

/** On it comes what one coin costs in this currency, whenever the market read it anew. */
export function ratesChannel(crypto: CryptoCode, fiat: string): string {
  return `rates:${crypto}/${fiat}`;
}

/** The pair of a channel of rates; undefined for any other channel. */
export function pairOfChannel(channel: string): { crypto: string; fiat: string } | undefined {
  const [, crypto, fiat] = RATES.exec(channel) ?? [];
  return crypto && fiat ? { crypto, fiat } : undefined;
}

export function isPublicChannel(channel: string): boolean {
  return RATES.test(channel);
}
