/** The page of one's own gift cards, and the addresses of offers that such cards pay. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money.ts";
import { ANY_METHOD, PATHS, type Side } from "#contract/paths.ts";
import { Refusal } from "#contract/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/page-route.ts";
import {
  currencyName,
  FIATS,
  findPaymentMethod,
  isMethodOpen,
  PAYMENT_METHODS,
} from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { listCards } from "../../market/gift-cards/index.ts";
import { listMyOffers } from "../../market/my-offers/index.ts";

async function loadGiftCards({ tx, viewer, locale, query }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const page = /^[1-9][0-9]{0,4}$/.test(query.page ?? "") ? query.page : undefined;
  const { data: cards, meta } = await listCards(tx, userId, { page });
  const buy = await listMyOffers(tx, { ownerId: userId, side: "buy" });
  const closed = (await readSettings(tx, ["catalog.disabled_methods"]))["catalog.disabled_methods"];
  return {
    page: "gift-cards",
    props: {
      cards,
      pagination: meta,
      methods: PAYMENT_METHODS.filter((method) => method.group === "gift-cards" && isMethodOpen(method, closed))
        .map(({ slug, name }) => ({ slug, name }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
      currencies: FIATS.map((fiat) => ({ code: fiat.code, name: currencyName(fiat, locale) })),
      offers: buy.data.offers.flatMap(({ flowType, idHashed, cryptoCurrencyCode, fiatCurrencyCode, paymentMethod }) =>
        flowType === "gcc-auto"
          ? [{ hash: idHashed, crypto: cryptoCurrencyCode, currency: fiatCurrencyCode, method: paymentMethod.slug }]
          : [],
      ),
    },
  };
}

export const giftCardPages: readonly PageRoute[] = [
  { path: "/dashboard/gift-cards", policy: { auth: "session", rate: "read" }, load: loadGiftCards },
];

/** Offers that gift cards pay stand in the listing: an address of their own leads there, with the filters that it names. */
function loadGiftCardListing(side: Side, crypto: CryptoCode): PageRoute["load"] {
  return async ({ params, query }) => {
    const slug = params.method ?? ANY_METHOD;
    const method = slug === ANY_METHOD ? undefined : findPaymentMethod(slug);
    if (slug !== ANY_METHOD && method?.group !== "gift-cards") throw new Refusal("request.not_found");
    const { group: _, ...filters } = query;
    const asked = new URLSearchParams(method ? filters : { ...filters, group: "gift-cards" });
    const path = PATHS.offersSearch({ side, crypto, method: method?.slug ?? ANY_METHOD });
    return { redirectTo: asked.size === 0 ? path : `${path}?${asked}` };
  };
}

const OPEN = { auth: "public", rate: "read" } as const;
const SIDES = ["buy", "sell"] as const;

export const giftCardListings: readonly PageRoute[] = SIDES.flatMap((side) => [
  { path: `/${side}-giftcard/:method`, policy: OPEN, load: loadGiftCardListing(side, "BTC") },
  ...CRYPTO_CODES.map((crypto) => ({
    path: `/${side}-giftcard-for-${crypto.toLowerCase()}/:method`,
    policy: OPEN,
    load: loadGiftCardListing(side, crypto),
  })),
]);
