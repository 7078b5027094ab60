/** The pages of spot trading: the markets, and the terminal of one. */
import { PATHS } from "#contract/platform/paths.ts";
import type { SpotDashboardProps, TradingTerminalProps } from "#contract/products/pages.ts";
import { isSpotSymbol } from "#contract/products/spot/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import {
  viewBook,
  viewCandles,
  viewMarkets,
  viewOrders,
  viewSession,
  viewSpotBalances,
  viewTrades,
} from "../../../products/spot/index.ts";

const MINE = { auth: "session", rateLimit: "read" } as const;

async function loadDashboard(context: PageContext): Promise<Shown> {
  // A link of the given form names a coin: its market against dollars.
  const asked = `${context.query.cryptoCurrency?.toUpperCase() ?? ""}-USDT`;
  if (isSpotSymbol(asked)) return loadTerminal(context, asked);
  return { page: "spot-dashboard", props: await readOwn(context) };
}

async function readOwn({ tx, viewer }: PageContext): Promise<SpotDashboardProps> {
  const { userId } = needViewer(viewer);
  const [markets, { orders }, balances] = await Promise.all([
    viewMarkets(tx),
    viewOrders(tx, { userId, isOpen: true, market: undefined, before: undefined }),
    viewSpotBalances(tx, userId),
  ]);
  return { markets, orders, balances };
}

async function loadTerminal(context: PageContext, symbol = context.params.market ?? ""): Promise<Shown> {
  const { tx, viewer } = context;
  if (!isSpotSymbol(symbol)) throw new Refusal("request.not_found");
  const [own, book, trades, candles, session] = await Promise.all([
    readOwn(context),
    viewBook(tx, symbol),
    viewTrades(tx, symbol),
    viewCandles(tx, { symbol, interval: "1m" }),
    viewSession(tx, needViewer(viewer).userId),
  ]);
  const props: TradingTerminalProps = { ...own, symbol, book, trades, candles, session };
  return { page: "trading-terminal", props };
}

export const spotPages: readonly PageRoute[] = [
  { path: PATHS.spotTrading, policy: MINE, load: loadDashboard },
  { path: PATHS.spotTerminal, policy: MINE, load: (context) => loadTerminal(context) },
];
