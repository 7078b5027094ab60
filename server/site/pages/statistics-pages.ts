/** The market's statistics: one page, whole for some readers. */
import { PATHS } from "#contract/platform/paths.ts";
import { STATISTIC_COINS, STATISTIC_DAYS } from "#contract/site/statistics-names.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { seesWhole, viewMarketStatistics, viewTraders } from "../statistics/index.ts";
import { oneOf } from "./query.ts";

const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true, mayLag: true } as const;
const KEPT_MS = 60_000;

async function loadStatistics({ tx, viewer, query }: PageContext): Promise<Shown> {
  const days = oneOf(STATISTIC_DAYS, query.days) ?? "90";
  const coin = oneOf(STATISTIC_COINS, query.coin) ?? "all";
  const isWhole = viewer ? await seesWhole(tx, viewer) : false;
  return {
    page: "statistics",
    props: {
      period: days,
      found: await viewMarketStatistics(tx, { days, coin, isWhole }),
      traders: await viewTraders(tx, { days, coin, isWhole }),
    },
    ...(viewer ? {} : { keeping: { topics: [], forMs: KEPT_MS } }),
  };
}

export const statisticsPages: readonly PageRoute[] = [
  { path: PATHS.statistics, policy: OPEN, load: loadStatistics },
  { path: PATHS.ceoDashboard, policy: OPEN, load: loadStatistics },
];
