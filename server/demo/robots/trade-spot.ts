/**
 * Robots on the spot markets, by the same verbs as users: one quotes a ladder on both sides around the reference price, others
 * trade against it now and then. Their orders and trades are marked as a robot's. They rest while a market does not trade.
 */
import { CRYPTO } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { SpotMarket, SpotOrder } from "#contract/products/spot/spot.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { balancesOf } from "../../money/ledger/index.ts";
import { cancelAllOrders, cancelOrder, placeOrder, viewMarkets, viewOrders } from "../../products/spot/index.ts";
import { listRobots } from "./robot/rows.ts";
import { chance, driftOf, ladderOf, type Quote, stepped, takingOf } from "./spot-quotes.ts";

const TAKERS = 3;

export async function tradeSpot({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  const [maker, ...others] = await db.read(listRobots);
  if (!maker) return;
  for (const market of await db.read(viewMarkets)) {
    const isOpen = market.status === "trading";
    const taker = others[Math.floor(chance() * Math.min(TAKERS, others.length))];
    await orRefused(() => (isOpen ? quote : rest)(db, market, maker.user_id));
    if (isOpen && taker) await orRefused(() => take(db, market, taker.user_id));
  }

  async function orRefused(act: () => Promise<void>): Promise<void> {
    await act().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      log.debug({ code: error.code }, "a robot's order was refused");
    });
  }
}

async function rest(db: Db, { symbol: market }: SpotMarket, userId: bigint): Promise<void> {
  await db.tx((tx) => cancelAllOrders(tx, { userId, market }));
}

/** Cancels what is no longer near its place, and fills the places that are empty. */
async function quote(db: Db, market: SpotMarket, userId: bigint): Promise<void> {
  const { symbol, base, quote: money, figures } = market;
  if (figures.reference === null) return;
  const [{ orders }, held] = await db.read((tx) =>
    Promise.all([viewOrders(tx, { userId, isOpen: true, market: symbol, before: undefined }), balancesOf(tx, userId)]),
  );
  const whole = (code: typeof base) => Number(held[code].availableUnits) / 10 ** CRYPTO[code].digits;
  const middle = Number(figures.reference) * driftOf(symbol);
  const wanted = ladderOf(market, { middle, base: whole(base), quote: whole(money) });
  const near = (order: SpotOrder, one: Quote) =>
    order.side === one.side && Math.abs(Number(order.price) / one.price - 1) < one.tolerance;
  const stale = orders.filter((order) => !wanted.some((one) => near(order, one)));
  for (const { id: hash } of stale) await db.tx((tx) => cancelOrder(tx, { userId, hash }));
  for (const one of wanted.filter((place) => !orders.some((order) => near(order, place)))) {
    const body = { market: symbol, side: one.side, type: "limit", time_in_force: "post_only" } as const;
    const sizes = { price: stepped(one.price, market.priceStep), amount: stepped(one.amount, market.amountStep) };
    if (one.amount * one.price < Number(market.minimumValue) * 1.2) continue;
    await db.tx((tx) => placeOrder(tx, { userId, body: { ...body, ...sizes } }));
  }
}

async function take(db: Db, market: SpotMarket, userId: bigint): Promise<void> {
  const wish = takingOf(market);
  if (!wish) return;
  const body = {
    market: market.symbol,
    side: wish.side,
    type: "market",
    amount: stepped(wish.amount, market.amountStep),
  } as const;
  await db.tx((tx) => placeOrder(tx, { userId, body }));
}
