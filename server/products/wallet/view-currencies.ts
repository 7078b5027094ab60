/** The three coins as the wallet shows them, with the state of their chains; and their rates. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, displayFromUnits } from "#contract/money/money.ts";
import type { WalletCurrency } from "#contract/products/wallet/wallet.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { fiatDigits, rateText } from "./fiat-text.ts";
import { SEND_OUT_RANGE } from "./send-outs/quote-send-out.ts";
import { closureOf, listRails } from "../../money/custody/index.ts";

export async function viewWalletCurrencies(tx: ReadTx): Promise<WalletCurrency[]> {
  const rails = new Map((await listRails(tx)).map((rail) => [rail.chain, rail]));
  const { "wallet.bitcoin_confirmations": blocks } = await readSettings(tx, ["wallet.bitcoin_confirmations"]);
  const views: WalletCurrency[] = [];
  for (const code of CRYPTO_CODES) {
    const { id, fullName, digits, isStablecoin } = CRYPTO[code];
    const chain = CHAIN_OF[code];
    const rail = rails.get(chain);
    const isAvailable = rail?.is_available ?? false;
    views.push({
      id,
      code,
      urlParam: code.toLowerCase(),
      fullName,
      shortName: code,
      icon: `/shell/icons/${code.toLowerCase()}.svg`,
      rate: await rateText(tx, code, "USD"),
      formattingDecimalsCount: digits,
      isStablecoin,
      rail: {
        isAvailable,
        reasonCode: isAvailable ? null : (rail?.reason_code ?? "not_reached"),
        reason: isAvailable ? null : closureOf(rail),
        chain,
        network: rail?.network ?? "",
        isTestNetwork: rail?.is_test ?? false,
      },
      minimumSendOut: displayFromUnits(SEND_OUT_RANGE[code].leastUnits, digits),
      confirmationsNeeded: chain === "bitcoin" ? blocks : null,
    });
  }
  return views;
}

export async function viewWalletRates(tx: ReadTx, fiat: string) {
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [fiat] });
  return CRYPTO_CODES.map((code) => {
    const rate = rates.get(`${code}/${fiat}`);
    return {
      cryptoCurrencyCode: code,
      fiatCurrencyCode: fiat,
      fiatRate: rate ? decimalText(rate.rate) : null,
      fiatPrecision: fiatDigits(fiat),
      state: rate?.state ?? ("stale" as const),
    };
  });
}
