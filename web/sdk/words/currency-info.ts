/** All that a screen knows of a coin, merged from three sources in this one place. */
import { cryptoOf } from "#contract/money/money.ts";
import type { CryptoFiatRate } from "#contract/money/rates.ts";
import type { WalletCurrency } from "#contract/products/wallet/wallet.ts";

export type CurrencyInfo = Pick<
  WalletCurrency,
  "id" | "urlParam" | "fullName" | "shortName" | "icon" | "rate" | "formattingDecimalsCount" | "isStablecoin"
> & { readonly code: string };

export type CurrencySources = {
  /** The server's list of supported coins. */
  readonly supported?: readonly WalletCurrency[];
  /** In the reader's currency; the list itself names dollars. */
  readonly rates?: readonly Pick<CryptoFiatRate, "cryptoCurrencyCode" | "fiatRate">[];
};

/** The data of this build, overridden by the server's list and the newest rate. An unknown coin has the id -1. */
export function currencyInfo(code: string, { supported = [], rates = [] }: CurrencySources): CurrencyInfo {
  const { id, fullName, digits, isStablecoin } = cryptoOf(code);
  const listed = supported.find((one) => one.code === code);
  const rate = rates.find((one) => one.cryptoCurrencyCode === code)?.fiatRate ?? listed?.rate ?? null;
  return {
    id: listed?.id ?? id,
    code,
    urlParam: listed?.urlParam ?? code.toLowerCase(),
    fullName: listed?.fullName ?? (fullName || code),
    shortName: listed?.shortName ?? code,
    icon: listed?.icon ?? "",
    rate,
    formattingDecimalsCount: listed?.formattingDecimalsCount ?? digits,
    isStablecoin: listed?.isStablecoin ?? isStablecoin,
  };
}
