/** The gift card store: what is sold, for everybody; the cart, orders and cards of a reader; and the till of the demo's shops. */
import { CRYPTO, CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { storeFilters } from "#contract/products/store/gift-card-store.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { hash, rowNumber } from "#contract/platform/wire.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { AGED_MS, listOffers, ownersOf } from "../../../market/listing/index.ts";
import { findUsersById } from "../../../people/accounts/index.ts";
import {
  currentStoreProvider,
  getOrder,
  getProduct,
  isStoreSimulated,
  listOrders,
  listProducts,
  listStoreCards,
} from "../../../products/store/index.ts";
import { viewBalances } from "../../../products/wallet/index.ts";
import { countryByIso } from "../../../reference/catalog/index.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import { oneOf, said, saidAll } from "../query.ts";

const { country, currency, category, q } = storeFilters.shape;

async function loadStore(context: PageContext): Promise<Shown> {
  const { tx, query } = context;
  if (!(await isOpen(context))) return { page: "gift-card-store", props: { store: null } };
  const { asked, shown } = saidAll({ country, currency, category, q }, query);
  const coin = coinOf(query);
  const found = await listProducts(tx, { provider: currentStoreProvider(), ...asked }, coin);
  return { page: "gift-card-store", props: { store: { ...found, filters: { ...shown, coin } } } };
}

const coinOf = (query: PageContext["query"]): CryptoCode => oneOf(CRYPTO_CODES, query.coin) ?? "USDT";

async function isOpen({ tx, viewer, hasStore }: PageContext): Promise<boolean> {
  return hasStore && (!viewer || (await isFlagOn(tx, { name: "isGiftCardStoreEnabled", userId: viewer.userId })));
}

/** The store in the reader's currency, where something is sold in it. */
async function loadLocal(context: PageContext): Promise<Shown> {
  const { tx, viewer, visitor } = context;
  const own = viewer && (await findUsersById(tx, [viewer.userId])).get(viewer.userId)?.currency_code;
  const wished = own ?? countryByIso(visitor.countries[0] ?? "")?.currency;
  const sold = (await isOpen(context)) ? await listProducts(tx, { provider: currentStoreProvider() }, "USDT") : null;
  const isSold = wished !== undefined && wished !== null && sold?.currencies.includes(wished);
  return { redirectTo: isSold ? `${PATHS.giftCardStore}?currency=${wished}` : PATHS.giftCardStore };
}

async function loadProduct(context: PageContext): Promise<Shown> {
  const { tx, viewer, params, query, locale } = context;
  const id = said(rowNumber, params.id);
  if (id === undefined || !(await isOpen(context))) throw new Refusal("request.not_found");
  const coin = coinOf(query);
  const asked = { provider: currentStoreProvider(), id: BigInt(id), coin, userId: viewer?.userId, locale };
  return { page: "store-product", props: { found: await getProduct(tx, asked), coin } };
}

async function loadCart(context: PageContext): Promise<Shown> {
  const { tx, viewer } = context;
  if (!(await isOpen(context))) throw new Refusal("request.not_found");
  const { balances } = await viewBalances(tx, { userId: needViewer(viewer).userId, fiat: "USD" });
  return {
    page: "store-cart",
    props: {
      balances: balances.map(({ cryptoCurrencyCode: code, balance }) => ({ code, balance })),
      simulated: isStoreSimulated(),
    },
  };
}

async function loadOrder({ tx, viewer, params, locale }: PageContext): Promise<Shown> {
  const id = said(hash, params.id);
  if (id === undefined) throw new Refusal("request.not_found");
  const order = await getOrder(tx, { userId: needViewer(viewer).userId, hash: id, locale });
  return { page: "store-order", props: { order } };
}

const MOST_ORDERS = 10;

async function loadCards({ tx, viewer, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const { data: cards, meta } = await listStoreCards(tx, { userId, locale });
  const { data: orders } = await listOrders(tx, { userId });
  return { page: "store-cards", props: { cards, next: meta.next, orders: orders.slice(0, MOST_ORDERS) } };
}

/** As many tiles as a row has twice. */
const TILES = 6;
const OFFERS = 5;

/** Cards that are sold here, those of the reader's country first, and offers that take them: for everybody, also where there is no store. */
async function loadLanding(context: PageContext): Promise<Shown> {
  const { tx, viewer, visitor, locale } = context;
  const offers = await listOffers(tx, {
    query: {
      ...{ type: "sell", crypto_currency_id: String(CRYPTO.BTC.id), group: "gift-cards", limit: String(OFFERS) },
      ...{ withFavorites: "1", locale },
    },
    viewer,
  });
  const keeping = { topics: ownersOf(offers.data), forMs: AGED_MS };
  if (!(await isOpen(context)))
    return { page: "gift-cards-landing", props: { store: null, offers: offers.data }, keeping };
  const { products, simulated } = await listProducts(tx, { provider: currentStoreProvider() }, "USDT");
  const near = [viewer?.countryIso, ...visitor.countries];
  const isNear = ({ countryIso }: { countryIso: string }) => Number(near.includes(countryIso));
  const tiles = products
    .filter(({ inStock }) => inStock)
    .toSorted((one, other) => isNear(other) - isNear(one))
    .slice(0, TILES);
  return { page: "gift-cards-landing", props: { store: { products: tiles, simulated }, offers: offers.data }, keeping };
}

const VISITORS = { auth: "public", rateLimit: "read" } as const;
const OWN = { auth: "session", rateLimit: "read", openWhen: "hasStore" } as const;

export const storePages: readonly PageRoute[] = [
  { path: PATHS.giftCardsLanding, policy: VISITORS, load: loadLanding },
  { path: PATHS.giftCardStore, policy: VISITORS, load: loadStore },
  { path: PATHS.giftCardStoreLocal, policy: VISITORS, load: loadLocal },
  { path: PATHS.storeProduct, policy: { ...VISITORS, openWhen: "hasStore" }, load: loadProduct },
  { path: PATHS.storeCart, policy: OWN, load: loadCart },
  { path: PATHS.storeOrder, policy: OWN, load: loadOrder },
  { path: PATHS.storeCards, policy: OWN, load: loadCards },
  {
    path: PATHS.storeRedeem,
    policy: { auth: "session", rateLimit: "read", openWhen: "isDemo" },
    load: async () => ({ page: "store-redeem", props: {} }),
  },
];
