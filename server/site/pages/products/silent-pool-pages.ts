/** The silent pool: what it is, for everybody, and its offers by coin, for who is admitted. */
import { CRYPTO, CRYPTO_CODES } from "#contract/money/money.ts";
import type { SilentPoolCoinProps, SilentPoolProps } from "#contract/market/pages.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { listPool, poolCounts, poolObstacle, poolUsd } from "../../../market/listing/index.ts";
import { currencyName, fiatByCode, FIATS } from "../../../reference/catalog/index.ts";
import { oneOf, pageOf } from "../query.ts";

const KEPT_MS = 60_000;

async function loadPool({ tx, viewer }: PageContext): Promise<Shown> {
  const obstacle = poolObstacle(viewer);
  const counted = obstacle === null ? await poolCounts(tx) : [];
  const none = { sell: 0, buy: 0 };
  const countOf = (code: string) => counted.find(({ crypto }) => crypto === code) ?? none;
  const props: SilentPoolProps = {
    obstacle,
    leastUsd: await poolUsd(tx),
    counts: obstacle === null ? { BTC: countOf("BTC"), ETH: countOf("ETH"), USDT: countOf("USDT") } : null,
  };
  return { page: "silent-pool", props, ...(viewer ? {} : { keeping: { topics: [], forMs: KEPT_MS } }) };
}

/** Who is not admitted learns why at the page of the pool. */
async function loadCoin({ tx, viewer, params, query, locale }: PageContext): Promise<Shown> {
  const crypto = oneOf(CRYPTO_CODES, params.coin?.toUpperCase());
  if (!crypto) throw new Refusal("request.not_found");
  const reader = needViewer(viewer);
  if (poolObstacle(reader) !== null) return { redirectTo: PATHS.silentPool };
  const side = oneOf(["sell", "buy"], query.type) ?? "sell";
  const fiat = fiatByCode(query.currency ?? "")?.code ?? null;
  const found = await listPool(tx, {
    query: {
      ...{ type: side, crypto_currency_id: String(CRYPTO[crypto].id), page: String(pageOf(query.page)), locale },
      ...{ withFavorites: "1", ...(fiat ? { currency: fiat } : {}) },
    },
    viewer: reader,
  });
  const props: SilentPoolCoinProps = {
    ...{ crypto, side, fiat, offers: found.data, meta: found.meta },
    currencies: FIATS.map(({ code, ...one }) => ({ code, name: currencyName({ code, ...one }, locale) })),
  };
  return { page: "silent-pool-coin", props };
}

export const silentPoolPages: readonly PageRoute[] = [
  { path: PATHS.silentPool, policy: { auth: "public", rateLimit: "read" }, load: loadPool },
  { path: PATHS.silentPoolCoin, policy: { auth: "session", rateLimit: "read" }, load: loadCoin },
];
