/** Bitcoin by country: where it is bought, and with what it is paid in one of them. The old addresses of both sides lead to the listing. */
import { CRYPTO } from "#contract/money/money.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { listingPath, type Side } from "#contract/market/offers/listing/paths.ts";
import type { CountriesProps } from "#contract/site/country-pages.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import {
  byNameIn,
  countryBySlug,
  countryName,
  currencyName,
  fiatByCode,
  findPaymentMethod,
  flagAddress,
} from "../../reference/catalog/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { openCountries } from "../open-countries.ts";
import { AGED_MS, buyersMarket, keepingOfListing, listOffers, sellersByFiat } from "../../market/listing/index.ts";

const OPEN = { auth: "public", rateLimit: "read" } as const;
const OFFERS = 5;
/** The continents by their codes of UN M49, as CLDR names them. */
const CONTINENTS: Readonly<Record<string, string>> = {
  AF: "002",
  AS: "142",
  EU: "150",
  NA: "003",
  OC: "009",
  SA: "005",
};

async function loadCountry({ tx, viewer, locale, params }: PageContext): Promise<Shown> {
  const country = countryBySlug(params.country ?? "");
  const fiat = fiatByCode(country?.currency ?? "");
  if (!country || !fiat || !(await openCountries(tx)).includes(country)) throw new Refusal("request.not_found");
  const query = {
    ...({ type: "sell", crypto_currency_id: String(CRYPTO.BTC.id), currency: fiat.code } as const),
    ...({ limit: String(OFFERS), withFavorites: "1", sort: "crypto_usd_price_asc", locale } as const),
  };
  const [found, market, rates] = await Promise.all([
    listOffers(tx, { query, viewer }),
    buyersMarket(tx, { crypto: "BTC", fiat, locale }),
    ratesOf(tx, { cryptos: ["BTC"], fiats: [fiat.code] }),
  ]);
  const rate = rates.get(`BTC/${fiat.code}`);
  return {
    page: "country",
    props: {
      ...{ iso: country.iso, name: countryName(country.iso, locale), flagUrl: flagAddress(country.iso) },
      ...{ fiatCode: fiat.code, fiatName: currencyName(fiat, locale) },
      price: rate ? decimalText(rate.rate) : null,
      offers: found.data,
      total: found.meta.sellCount,
      ...market,
    },
    keeping: keepingOfListing(query, found.data),
  };
}

async function loadCountries({ tx, locale }: PageContext): Promise<Shown> {
  const [countries, sellers] = await Promise.all([openCountries(tx), sellersByFiat(tx, "BTC")]);
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const continents: CountriesProps["continents"] = Object.entries(CONTINENTS).map(([continent, code]) => ({
    name: names.of(code) ?? continent,
    countries: countries
      .filter((country) => country.continent === continent)
      .map(({ iso, slug, currency }) => ({
        ...{ slug, name: countryName(iso, locale), flagUrl: flagAddress(iso) },
        ...{ fiatCode: currency ?? "", offers: sellers.get(currency ?? "") ?? 0 },
      }))
      .sort(byNameIn(locale)),
  }));
  return {
    page: "countries",
    props: { continents: continents.sort(byNameIn(locale)) },
    keeping: { topics: ["counts:BTC"], forMs: AGED_MS },
  };
}

/** A method that does not exist is any method, as in the listing's own filters. */
async function leadToListing(side: Side, { query }: PageContext): Promise<Shown> {
  const method = findPaymentMethod(query.paymentMethod ?? "");
  return { redirectTo: listingPath({ side, crypto: "BTC", ...(method && { method: method.slug }) }) };
}

export const countryPages: readonly PageRoute[] = [
  { path: PATHS.countriesLanding, policy: OPEN, load: loadCountries },
  { path: PATHS.countryLanding, policy: OPEN, load: loadCountry },
  { path: PATHS.buyBitcoin, policy: OPEN, load: (context) => leadToListing("buy", context) },
  { path: PATHS.sellBitcoin, policy: OPEN, load: (context) => leadToListing("sell", context) },
];
