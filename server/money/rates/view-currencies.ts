/** Currencies as a chooser shows them, each with what a dollar, a bitcoin and a tether cost in it. */
import { type Decimal, decimalText } from "#contract/platform/decimal.ts";
import type { FiatCurrencyOnWire } from "#contract/money/rates.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { currencyName, FIATS, type Fiat } from "../../reference/catalog/index.ts";
import { fiatPerUsd, ratesOf } from "./rate-of.ts";

/** In the order of a chooser. */
export async function viewCurrencies(
  tx: ReadTx,
  { fiats = FIATS, locale = "en" }: { fiats?: readonly Fiat[]; locale?: string | undefined } = {},
): Promise<FiatCurrencyOnWire[]> {
  const codes = fiats.map(({ code }) => code);
  const perUsd = await fiatPerUsd(tx, codes);
  const rates = await ratesOf(tx, { cryptos: ["BTC", "USDT"], fiats: codes });
  return fiats.map((fiat) => ({
    id: fiat.id,
    code: fiat.code,
    name: { localized: currencyName(fiat, locale), original: fiat.name },
    rate: {
      usd: textOf(perUsd.get(fiat.code)),
      btc: textOf(rates.get(`BTC/${fiat.code}`)?.rate),
      usdt: textOf(rates.get(`USDT/${fiat.code}`)?.rate),
    },
    defaultAmount: fiat.defaultAmount,
    order: fiat.order,
    digits: fiat.digits,
    shownDigits: Math.max(2, fiat.digits),
  }));
}

function textOf(value: Decimal | undefined): string | null {
  return value ? decimalText(value) : null;
}
