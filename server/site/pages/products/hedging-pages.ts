/** The page of the rules that convert a balance. */
import { decimalText } from "#contract/platform/decimal.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { HEDGE_COINS } from "#contract/products/hedging/names.ts";
import type { HedgingProps } from "#contract/products/pages.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { ratesOf } from "../../../money/rates/index.ts";
import { viewHedging } from "../../../products/hedging/index.ts";

async function loadHedging({ tx, viewer }: PageContext): Promise<Shown> {
  const [hedging, rates] = await Promise.all([
    viewHedging(tx, needViewer(viewer).userId),
    ratesOf(tx, { cryptos: HEDGE_COINS, fiats: ["USD"] }),
  ]);
  const prices = HEDGE_COINS.flatMap((code) => {
    const rate = rates.get(`${code}/USD`);
    return rate ? [{ code, usd: decimalText(rate.rate) }] : [];
  });
  const props: HedgingProps = { hedging, prices };
  return { page: "hedging", props };
}

export const hedgingPages: readonly PageRoute[] = [
  { path: PATHS.hedging, policy: { auth: "session", rateLimit: "read" }, load: loadHedging },
];
