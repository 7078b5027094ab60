/** Pages of the signed-in user: the dashboard, the history of trades, favorites. */
import { PATHS } from "#contract/platform/paths.ts";
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { DashboardProps, OfferCounts, P2pDashboardProps, TradesPageProps } from "#contract/market/pages.ts";
import { STATISTICS_PERIODS } from "#contract/people/statistics-names.ts";
import { day } from "#contract/platform/wire.ts";
import { HISTORY_FILTERS } from "#contract/market/trades/trade/statuses.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { listFavorites } from "../../../market/listing/index.ts";
import { listMyOffers } from "../../../market/my-offers/index.ts";
import { viewSearches } from "../../../market/saved-searches/index.ts";
import { viewExports } from "../../../reach/exports/index.ts";
import { historyTotals, listActive, listTrades, usedMethods } from "../../../market/trades/index.ts";
import { viewStatistics } from "../../../people/reputation/index.ts";
import { findUserById, ID_LEVEL, timezoneOf, type UserRow } from "../../../people/accounts/index.ts";
import { factorUsesOf } from "../../../people/auth/index.ts";
import { balanceDays, viewBalances } from "../../../products/wallet/index.ts";
import { viewOwnLimits } from "../../../compliance/levels/index.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { hasPassed } from "../../academy/index.ts";
import { rewardsSummary } from "./partner-pages.ts";
import { oneOf, pageOf } from "../query.ts";

const OWN = { auth: "session", rateLimit: "read" } as const;
const RECENT = 5;

async function loadDashboard({ tx, viewer, query, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  const fiat = user.currency_code;
  const active = await listActive(tx, { userId, locale });
  const latest = await listTrades(tx, { userId, page: 1, locale });
  const offers = await listMyOffers(tx, { ownerId: userId, side: undefined });
  return {
    page: "dashboard",
    props: {
      active: active.data,
      activeTab: tabOf(query.activeTab),
      holds: offers.data.messages.map(({ name }) => name),
      balance: {
        fiat,
        total: (await viewBalances(tx, { userId, fiat })).total,
        days: await balanceDays(tx, { userId, fiat }),
      },
      limits: await viewOwnLimits(tx, userId),
      start: hasTraded(latest) ? null : await wayToStart(tx, user, latest.meta.total),
      recent: latest.data.filter(({ completedAt }) => completedAt !== null).slice(0, RECENT),
      offers: countsOf(offers),
      rewards: await rewardsSummary(tx, userId),
      statistics: await viewStatistics(tx, userId, oneOf(STATISTICS_PERIODS, query.period) ?? "30_days"),
    },
  };
}

/** For visitors it says how to begin; for users what comes next. */
async function loadWelcome({ tx, viewer }: PageContext): Promise<Shown> {
  if (!viewer) return { page: "welcome", props: { username: null } };
  const user = await findUserById(tx, viewer.userId);
  if (!user) throw new Error(`user ${viewer.userId} is gone`);
  const { meta } = await listTrades(tx, { userId: user.id, page: 1 });
  return {
    page: "welcome",
    props: {
      username: user.username,
      start: await wayToStart(tx, user, meta.total),
      hasLesson: await hasPassed(tx, { userId: user.id, lesson: REWARDED_LESSON }),
    },
  };
}

/** Someone with more trades than a page has is no newcomer. */
const hasTraded = ({ data, meta }: Awaited<ReturnType<typeof listTrades>>) =>
  meta.total > data.length || data.some(({ status }) => status === "released");

async function wayToStart(
  tx: ReadTx,
  { id, email_confirmed_at, named_at, level }: UserRow,
  trades: number,
): Promise<NonNullable<DashboardProps["start"]>> {
  const { login } = await factorUsesOf(tx, id);
  return {
    isEmailConfirmed: email_confirmed_at !== null,
    isNamed: named_at !== null,
    isIdentified: level >= ID_LEVEL,
    hasFactor: login.type !== "none",
    hasStarted: trades > 0,
  };
}

/** The first where the address names neither. */
const tabOf = (asked: string | undefined) => oneOf(["buy", "sell"], asked) ?? "buy";

const countsOf = ({ meta }: Awaited<ReturnType<typeof listMyOffers>>): OfferCounts => ({
  sell: meta.counts.sell,
  buy: meta.counts.buy,
  on: meta.activeCount,
  most: meta.activeMax,
});

const GLANCE = 5;

async function loadP2p({ tx, viewer, query, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const offers = await listMyOffers(tx, { ownerId: userId, side: undefined, locale });
  const props: P2pDashboardProps = {
    activeTab: tabOf(query.activeTab),
    active: (await listActive(tx, { userId, locale })).data,
    counts: countsOf(offers),
    offers: offers.data.offers
      .toSorted((one, other) => Number(other.isEnabled) - Number(one.isEnabled))
      .slice(0, GLANCE),
  };
  return { page: "p2p-dashboard", props };
}

const dayOf = (text: string | undefined) => (day.safeParse(text).success ? (text ?? "") : "");

async function loadTrades({ tx, viewer, query, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const methods = await usedMethods(tx, userId, locale);
  const filters: TradesPageProps["filters"] = {
    status: oneOf(HISTORY_FILTERS, query.status) ?? "all",
    role: oneOf(["buyer", "seller"], query.role),
    crypto: oneOf(CRYPTO_CODES, query.crypto),
    partner: /^[A-Za-z0-9_-]{1,20}$/.test(query.partner ?? "") ? (query.partner ?? "") : "",
    method: methods.find(({ slug }) => slug === query.method)?.slug ?? "",
    from: dayOf(query.from),
    until: dayOf(query.until),
  };
  const asked = {
    userId,
    role: filters.role ?? undefined,
    crypto: filters.crypto ?? undefined,
    partner: filters.partner || undefined,
    methodSlug: filters.method || undefined,
    days: {
      from: filters.from || undefined,
      until: filters.until || undefined,
      zone: await timezoneOf(tx, userId),
    },
  };
  const { data, meta } = await listTrades(tx, {
    ...asked,
    locale,
    page: pageOf(query.page),
    status: filters.status,
    before: /^[A-Za-z0-9]{1,40}$/.test(query.before ?? "") ? query.before : undefined,
  });
  return { page: "trades", props: { filters, methods, rows: data, totals: await historyTotals(tx, asked), meta } };
}

async function loadExports({ tx, viewer, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const timezone = await timezoneOf(tx, userId);
  return {
    page: "trade-exports",
    props: {
      exports: await viewExports(tx, userId),
      methods: await usedMethods(tx, userId, locale),
      timezone,
      today: new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(tx.now),
    },
  };
}

async function loadFavorites({ tx, viewer, query, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const asked = oneOf(["buy", "sell"], query.type);
  const page = pageOf(query.page);
  const list = (side: "buy" | "sell") => listFavorites(tx, { userId, side, sort: "default", page, locale });
  let { data, meta } = await list(asked ?? "sell");
  // Without a wish, the side that has any.
  if (!asked && meta.sellCount === 0 && meta.buyCount > 0) ({ data, meta } = await list("buy"));
  return { page: "favorites", props: { offers: data, meta } };
}

async function loadSearches({ tx, viewer }: PageContext): Promise<Shown> {
  return { page: "saved-searches", props: { searches: await viewSearches(tx, needViewer(viewer).userId) } };
}

export const ownPages: readonly PageRoute[] = [
  { path: PATHS.userDashboard, policy: OWN, load: loadDashboard },
  { path: PATHS.welcome, policy: { auth: "public", rateLimit: "read", openEverywhere: true }, load: loadWelcome },
  { path: PATHS.userDashboardP2p, policy: OWN, load: loadP2p },
  { path: PATHS.tradeHistory, policy: OWN, load: loadTrades },
  { path: PATHS.tradeExports, policy: OWN, load: loadExports },
  { path: PATHS.savedSearches, policy: OWN, load: loadSearches },
  { path: PATHS.favorites, policy: OWN, load: loadFavorites },
];
