/** The desk as a user sees it: the requests with their quotes, and as a trader the quotes that wait for an agreement. */
import { decimal, over } from "#contract/platform/decimal.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { cryptoUnitsOf, marginBpOf, marginText } from "#contract/money/prices.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { OtcAsked, OtcDesk, OtcQuote, OtcRequest } from "#contract/market/otc/otc.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { fiatPerUsd, type Rate, ratesOf } from "../../money/rates/index.ts";
import { languageOfUser } from "../../people/accounts/index.ts";
import { getFiat, getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import * as rows from "./rows.ts";

const MOST = 20;

/** From how many dollars on the desk looks for a price: the least of an offer for large trades. */
export async function leastUsd(tx: ReadTx): Promise<number> {
  return (await readSettings(tx, ["offers.otc_usd"]))["offers.otc_usd"];
}

/** What an amount is worth in cents at the rates of now; undefined while they are not known. */
export async function worthCents(
  tx: ReadTx,
  { units, fiat }: { units: bigint; fiat: string },
): Promise<bigint | undefined> {
  const perUsd = (await fiatPerUsd(tx, [fiat])).get(fiat);
  return perUsd && over({ units, digits: getFiat(fiat).digits }, perUsd, 2, "down").units;
}

/** Methods are named in the language of the page; otherwise in that of the account. */
export async function viewDesk(tx: ReadTx, userId: bigint, asked?: Locale): Promise<OtcDesk> {
  const locale = asked ?? (await languageOfUser(tx, userId));
  const requests = await rows.requestsOf(tx, userId, MOST);
  const quotes = await rows.quotesOf(
    tx,
    requests.map(({ id }) => id),
  );
  const quoted = await rows.quotesFor(tx, userId, MOST);
  const rates = await ratesFor(tx, [...requests, ...quoted]);
  return {
    leastUsd: await leastUsd(tx),
    requests: requests.map((request) => {
      // Before a trader agrees, and where none does, there is no price for the user.
      const shown = quotes.find((one) => one.request_id === request.id && one.expires_at !== null);
      return viewRequest(request, shown && viewQuote(shown, request, { rates, locale }), locale);
    }),
    asked: quoted.map((quote) => viewAsked(quote, { rates, locale })),
  };
}

export function viewRequest(request: rows.RequestRow, quote: OtcQuote | undefined, locale: Locale): OtcRequest {
  return {
    id: request.hash,
    type: request.side,
    cryptoCurrencyCode: request.crypto,
    fiatCurrencyCode: request.fiat,
    amount: displayFromUnits(request.units, getFiat(request.fiat).digits),
    paymentMethods: request.method_ids.map((id) => viewMethod(id, locale)),
    note: request.note,
    status: request.status,
    askedAt: request.asked_at.toISOString(),
    why: request.closed_why,
    quote: quote ?? null,
  };
}

type Rates = ReadonlyMap<string, Rate>;
type Market = Pick<rows.RequestRow, "side" | "crypto" | "fiat">;

export async function ratesFor(tx: ReadTx, markets: readonly Market[]): Promise<Rates> {
  if (markets.length === 0) return new Map();
  return ratesOf(tx, {
    cryptos: [...new Set(markets.map(({ crypto }) => crypto))],
    fiats: [...new Set(markets.map(({ fiat }) => fiat))],
  });
}

type Around = { readonly rates: Rates; readonly locale: Locale };

export function viewQuote(quote: rows.QuoteRow, market: Market, around: Around): OtcQuote | undefined {
  if (quote.expires_at === null) return undefined;
  return {
    ...termsOf(quote, market, around),
    trader: quote.trader,
    madeAt: new Date(quote.expires_at.getTime() - quote.minutes * 60_000).toISOString(),
    expiresAt: quote.expires_at.toISOString(),
    offer: quote.offer,
  };
}

/** The trader does the opposite of what the user does. */
function viewAsked(quote: rows.AskedRow, around: Around): OtcAsked {
  const type = quote.side === "buy" ? "sell" : "buy";
  return {
    ...termsOf(quote, { ...quote, side: type }, around),
    note: quote.note,
    minutes: quote.minutes,
    answerBy: quote.answer_by.toISOString(),
    expiresAt: quote.expires_at?.toISOString() ?? null,
    needsDetails: type === "sell" && getPaymentMethod(quote.method_id).group === "bank-transfers",
    offer: quote.offer,
  };
}

function termsOf(quote: rows.QuoteRow, { side, crypto, fiat }: Market, { rates, locale }: Around) {
  const { digits: fiatDigits } = getFiat(fiat);
  const { digits: cryptoDigits } = CRYPTO[crypto];
  const price = decimal(quote.price);
  const rate = rates.get(`${crypto}/${fiat}`);
  const coins = cryptoUnitsOf({ fiatUnits: quote.units, fiatDigits, price, cryptoDigits });
  return {
    id: quote.hash,
    type: side,
    cryptoCurrencyCode: crypto,
    fiatCurrencyCode: fiat,
    amount: displayFromUnits(quote.units, fiatDigits),
    price: quote.price,
    coins: displayFromUnits(coins, cryptoDigits),
    margin: rate ? marginText(marginBpOf({ rate: rate.rate, price })) : null,
    paymentMethod: viewMethod(quote.method_id, locale),
    status: quote.status,
  };
}

function viewMethod(id: number, locale: Locale): { slug: string; name: string } {
  const method = getPaymentMethod(id);
  return { slug: method.slug, name: methodName(method, locale) };
}
