/** What the market and the networks are like now, as rows of Markdown tables. */
import { cryptoText, fiatText } from "#contract/money/money-text.ts";
import { CRYPTO, CRYPTO_CODES } from "#contract/money/money.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { listOffers } from "../../market/listing/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { viewMarkets } from "../../products/spot/index.ts";
import { viewWalletCurrencies } from "../../products/wallet/index.ts";
import { percentText } from "./figures.ts";
import { plainText } from "./markdown.ts";

const OFFERS = 5;

const rows = (lines: readonly (readonly string[])[]) => lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const usdText = (locale: Locale, amount: string) => plainText(`${fiatText(locale, amount, "USD")} USD`);

/** Coin, network, state, when a deposit counts, the least that can be sent out. */
export async function coinRows(tx: ReadTx, locale: Locale): Promise<string> {
  const coins = await viewWalletCurrencies(tx);
  return rows(
    coins.map(({ code, fullName, rail, confirmationsNeeded: count, minimumSendOut }) => [
      `**${plainText(fullName)}** (${code})`,
      textOf(`pages.content.chain.${rail.chain}`, locale),
      rail.isAvailable
        ? textOf(rail.isTestNetwork ? "pages.content.test" : "pages.content.open", locale)
        : textOf("pages.content.closed", locale),
      count === null ? textOf("pages.content.final", locale) : textOf("pages.content.confirmations", locale, { count }),
      plainText(`${cryptoText(locale, minimumSendOut, code)} ${code}`),
    ]),
  );
}

/** Coin, its market price. A coin whose price is not known is left out. */
export async function rateRows(tx: ReadTx, locale: Locale): Promise<string> {
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: ["USD"] });
  return rows(
    CRYPTO_CODES.flatMap((code) => {
      const rate = rates.get(`${code}/USD`);
      const name = `[${plainText(CRYPTO[code].fullName)}](page:converter?pair=${code.toLowerCase()}-to-usd)`;
      return rate ? [[name, usdText(locale, decimalText(rate.rate))]] : [];
    }),
  );
}

/** Method with a link to the offer, price, amounts: those that the listing shows first. */
function offerRows(type: OfferType) {
  return async (tx: ReadTx, locale: Locale): Promise<string> => {
    const query = { type, crypto_currency_id: String(CRYPTO.BTC.id), limit: String(OFFERS), locale };
    const { data } = await listOffers(tx, { query, viewer: undefined });
    if (data.length === 0) return rows([[textOf("pages.content.none", locale), "", ""]]);
    return rows(
      data.map(({ hash, paymentMethod, fiatCurrencyCode: code, ...offer }) => [
        `[${plainText(paymentMethod.name.localized)}](page:viewOffer?hash=${hash})`,
        plainText(`${fiatText(locale, offer.fiatPricePerCrypto, code)} ${code}`),
        plainText(
          `${fiatText(locale, offer.fiatLimitMin, code)} – ${fiatText(locale, offer.fiatLimitMax, code)} ${code}`,
        ),
      ]),
    );
  };
}
export const sellerRows = offerRows("sell");
export const buyerRows = offerRows("buy");

/** Market, its last price, the fee of an order that waits in the book, the fee of one that is filled at once. */
export async function spotRows(tx: ReadTx, locale: Locale): Promise<string> {
  const markets = await viewMarkets(tx);
  return rows(
    markets.map(({ base, quote, figures, makerBp, takerBp }) => {
      const price = figures.last ?? figures.reference;
      return [
        `**${base}/${quote}**`,
        price === null ? "–" : plainText(`${cryptoText(locale, price, quote)} ${quote}`),
        percentText(makerBp, locale),
        percentText(takerBp, locale),
      ];
    }),
  );
}
