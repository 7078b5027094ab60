/** The blocks of a landing: of a page of text, or of a page that has a screen of its own, with the figures of this moment. */
import { CRYPTO } from "#contract/money/money.ts";
import { fiatText } from "#contract/money/money-text.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { withSource } from "#contract/people/sources.ts";
import { localized } from "#contract/platform/localized.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { listingPath } from "#contract/market/offers/listing/paths.ts";
import type { Landing } from "#contract/site/landing.ts";
import type { LandingModule } from "#contract/site/landing-modules.ts";
import type { ContentKey } from "#contract/site/content.ts";
import type { MessageKey } from "#i18n/keys.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { countryName, currencyName, fiatByCode } from "../../../reference/catalog/index.ts";
import { ratesOf } from "../../../money/rates/index.ts";
import { listOffers } from "../../../market/listing/index.ts";
import { CONTENT, textProps } from "../../content/index.ts";
import { viewMarketStatistics } from "../../statistics/index.ts";

/** A price that is older misleads a reader who compares. */
export const KEPT_MS = 15_000;
const OFFERS = 5;

type Blocks = Omit<Landing, "module">;
type Maker = (tx: ReadTx, locale: Locale) => Promise<Blocks>;

export async function viewLanding(
  tx: ReadTx,
  { module, locale }: { readonly module: LandingModule; readonly locale: Locale },
): Promise<Landing> {
  const { actions, ...blocks } = await MAKERS[module](tx, locale);
  return {
    ...{ module, ...blocks },
    actions: actions.map(({ label, href }) => ({ label, href: withSource(href, "landing") })),
  };
}

const MAKERS: Readonly<Record<LandingModule, Maker>> = {
  "spot-trading": ofText("landing/spot-trading"),
  "gift-card-store": ofText("landing/buy-gift-cards"),
  "buy-discounted-gift-cards": async (tx, locale) => ({
    ...NOTHING,
    ...{ title: textOf("cardslanding.title", locale), lead: textOf("cardslanding.lead", locale) },
    actions: [
      link("cardslanding.offers.all", pathOf(locale, "giftCardOffers", { side: "buy", crypto: "BTC" }), locale),
      link("cardslanding.store.all", pathOf(locale, "giftCardStore", undefined), locale),
    ],
    offers: await offersOf(tx, {
      ...{ locale, fiat: undefined, group: "gift-cards", title: textOf("cardslanding.offers.title", locale) },
    }),
    steps: stepsOf("cardslanding.buying.title", STEPS.cards, locale),
  }),
  "otc-desk": async (_, locale) => ({
    ...NOTHING,
    ...{ title: textOf("otc.title", locale), lead: textOf("otc.landing.lead", locale) },
    actions: [link("otc.landing.ask", pathOf(locale, "otcDeskLanding", undefined), locale)],
    steps: stepsOf("otc.landing.how", STEPS.otc, locale),
  }),
  "buy-crypto-instantly": ofText("landing/buy-crypto-instantly"),
  vietnam: viewVietnam,
  "ambassador-program": async (_, locale) => ({
    ...NOTHING,
    ...{ title: textOf("ambassadors.title", locale), lead: textOf("ambassadors.lead", locale) },
    actions: [link("ambassadors.apply.title", pathOf(locale, "ambassadorProgramLanding", undefined), locale)],
    steps: stepsOf("ambassadors.how.title", STEPS.ambassadors, locale),
  }),
  "buy-visa-card": ofText("landing/virtual-card"),
  swap: ofText("landing/swap-crypto"),
  fees: ofText("company/fees"),
  ceoDashboard: viewFigures,
  "privacy-policy": ofText("legal/privacy-policy"),
};

const NOTHING = { actions: [], note: null, numbers: [], offers: null, steps: null, html: "" };

const STEPS = {
  cards: ["cardslanding.buying.step_1", "cardslanding.buying.step_2", "cardslanding.buying.step_3"],
  otc: ["otc.landing.step_1", "otc.landing.step_2", "otc.landing.step_3", "otc.landing.step_4"],
  ambassadors: ["ambassadors.how.step_1", "ambassadors.how.step_2", "ambassadors.how.step_3", "ambassadors.how.step_4"],
} as const;

/** A page of text: its own tables have the prices, offers and fees of this moment. */
function ofText(key: ContentKey): Maker {
  const page = CONTENT.find((one) => one.key === key);
  if (!page) throw new Error(`there is no page of text ${key}`);
  return async (tx, locale) => {
    const { title, description, actions, html } = await textProps(page, { tx, locale, query: {} });
    return {
      ...NOTHING,
      ...{ title, lead: description, actions: actions ?? [], html },
      note: actions ? null : textOf("pages.content.not_here", locale),
    };
  };
}

async function viewVietnam(tx: ReadTx, locale: Locale): Promise<Blocks> {
  const [country, code, fiat] = [countryName("VN", locale), "VND", fiatByCode("VND")];
  if (!fiat) throw new Error("the catalog has no dong");
  const currency = currencyName(fiat, locale);
  const listing = (side: "buy" | "sell") =>
    `${localized(locale, listingPath({ side, crypto: "BTC" }))}?currencyCode=${code}`;
  return {
    ...NOTHING,
    ...{ title: textOf("countries.country.title", locale, { country }) },
    ...{ lead: textOf("countries.country.lead", locale, { currency }) },
    actions: [
      { label: textOf("countries.country.buy", locale, { code }), href: listing("buy") },
      { label: textOf("countries.country.sell", locale, { code }), href: listing("sell") },
    ],
    numbers: await priceOf(tx, code, locale),
    offers: await offersOf(tx, {
      ...{ locale, fiat: code, group: undefined, title: textOf("countries.country.best", locale) },
    }),
    html: [
      `<h2>${escaped(textOf("countries.text.VN.title", locale))}</h2>`,
      ...(["ways", "care"] as const).map((key) => `<p>${escaped(textOf(`countries.text.VN.${key}`, locale))}</p>`),
    ].join(""),
  };
}

/** Of the last 30 days, as the public sees them. */
async function viewFigures(tx: ReadTx, locale: Locale): Promise<Blocks> {
  const { totals } = await viewMarketStatistics(tx, { days: "30", coin: "all", isWhole: false });
  const number = (key: MessageKey, value: string) => ({ name: textOf(key, locale), value });
  return {
    ...NOTHING,
    ...{ title: textOf("statistics.title", locale), lead: textOf("statistics.lead", locale) },
    actions: [link("pages.footer.statistics", `${pathOf(locale, "ceoDashboard", undefined)}?days=30`, locale)],
    numbers: [
      number("statistics.trades", fiatText(locale, String(totals.trades), "USD")),
      number("statistics.volume", fiatText(locale, totals.volumeUsd, "USD")),
      number("statistics.people", totals.people === null ? "–" : fiatText(locale, String(totals.people), "USD")),
      number("statistics.disputes", fiatText(locale, String(totals.disputes), "USD")),
    ],
  };
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

const link = (key: MessageKey, href: string, locale: Locale) => ({ label: textOf(key, locale), href });

const stepsOf = (title: MessageKey, keys: readonly MessageKey[], locale: Locale): Landing["steps"] => ({
  title: textOf(title, locale),
  lines: keys.map((key) => textOf(key, locale)),
});

/** Nothing where it is not known. */
async function priceOf(tx: ReadTx, fiat: string, locale: Locale) {
  const rate = (await ratesOf(tx, { cryptos: ["BTC"], fiats: [fiat] })).get(`BTC/${fiat}`);
  const value = rate && `${fiatText(locale, decimalText(rate.rate), fiat)} ${fiat}`;
  return value ? [{ name: textOf("countries.country.price", locale), value }] : [];
}

type Wanted = {
  readonly locale: Locale;
  readonly fiat: string | undefined;
  readonly group: "gift-cards" | undefined;
  readonly title: string;
};

/** Null without any. */
async function offersOf(tx: ReadTx, { locale, fiat, group, title }: Wanted): Promise<Landing["offers"]> {
  const query = {
    ...{ type: "sell" as const, crypto_currency_id: String(CRYPTO.BTC.id), limit: String(OFFERS), locale },
    ...(fiat && { currency: fiat, sort: "crypto_usd_price_asc" as const }),
    ...(group && { group }),
  };
  const { data } = await listOffers(tx, { query, viewer: undefined });
  if (data.length === 0) return null;
  return {
    title,
    lines: data.map(({ hash, paymentMethod, fiatCurrencyCode: code, ...offer }) => ({
      href: pathOf(locale, "viewOffer", { hash }),
      method: paymentMethod.name.localized,
      price: `${fiatText(locale, offer.fiatPricePerCrypto, code)} ${code}`,
      range: `${fiatText(locale, offer.fiatLimitMin, code)} – ${fiatText(locale, offer.fiatLimitMax, code)} ${code}`,
    })),
  };
}
