/** The page of one's own gift cards. */
import { PATHS } from "#contract/platform/paths.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { currencyName, FIATS, isMethodOpen, methodName, PAYMENT_METHODS } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { listCards } from "../../../market/gift-cards/index.ts";
import { listMyOffers } from "../../../market/my-offers/index.ts";

async function loadGiftCards({ tx, viewer, locale, query }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const page = /^[1-9][0-9]{0,4}$/.test(query.page ?? "") ? query.page : undefined;
  const { data: cards, meta } = await listCards(tx, userId, { page }, locale);
  const buy = await listMyOffers(tx, { ownerId: userId, side: "buy" });
  const closed = (await readSettings(tx, ["catalog.disabled_methods"]))["catalog.disabled_methods"];
  return {
    page: "gift-cards",
    props: {
      cards,
      pagination: meta,
      methods: PAYMENT_METHODS.filter((method) => method.group === "gift-cards" && isMethodOpen(method, closed))
        .map((method) => ({ slug: method.slug, name: methodName(method, locale) }))
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
  { path: PATHS.giftCards, policy: { auth: "session", rateLimit: "read" }, load: loadGiftCards },
];
