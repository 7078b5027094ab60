/** Conversion between coins and fiat at a price, as the converter shows it: coins with the coin's digits, fiat with two. */
import { type Decimal, decimal, fixedText, isDecimal, over, times } from "../platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode } from "./money.ts";

const FIAT_DIGITS = 2;

/** An amount is not negative. */
const isAmount = (text: string) => isDecimal(text) && !text.startsWith("-");
const isZero = ({ units }: Decimal) => units === 0n;

/** How many coins so much fiat is; null for what is no amount, and without a price. */
export function coinsFor(crypto: CryptoCode, { fiat, price }: { fiat: string; price: string | null }): string | null {
  if (price === null || !isAmount(fiat) || isZero(decimal(price))) return null;
  const { digits } = CRYPTO[crypto];
  return fixedText(over(decimal(fiat), decimal(price), digits, "nearest"), digits);
}

/** How much fiat so many coins are; null for what is no amount, and without a price. */
export function fiatFor({ coins, price }: { coins: string; price: string | null }): string | null {
  if (price === null || !isAmount(coins)) return null;
  return fixedText(times(decimal(coins), decimal(price)), FIAT_DIGITS);
}

/** By how many percent of the market price an offer's differs, with one digit; negative below it. */
export function marketDistance({ price, market }: { price: string; market: string }): string {
  const share = over(times(decimal(price), decimal("100")), decimal(market), 4, "nearest");
  const off = { units: share.units - 100n * 10n ** BigInt(share.digits), digits: share.digits };
  return fixedText(off, 1);
}

/** "btc-to-usd" names a coin and a currency; undefined for any other text. */
export function readPair(text: string): { crypto: CryptoCode; fiat: string } | undefined {
  const [, coin = "", fiat = ""] = /^([a-z]{3,4})-to-([a-z]{3})$/.exec(text) ?? [];
  const crypto = CRYPTO_CODES.find((code) => code === coin.toUpperCase());
  return crypto && { crypto, fiat: fiat.toUpperCase() };
}

export const pairText = (crypto: CryptoCode, fiat: string) => `${crypto}-to-${fiat}`.toLowerCase();
