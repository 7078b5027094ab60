/** Spot orders of a random market: what the model knows of them, and how the next is drawn: mostly near the price and within what its user has. */
import { displayFromUnits } from "#contract/money/money.ts";
import type { Command, OrderType, Side, TimeInForce } from "../../../server/products/spot/engine/commands.ts";
import type { NaiveBook } from "../../../server/products/spot/engine/naive-book.ts";
import type { Matching } from "../../../server/products/spot/matching/match-market.ts";
import type { Draw } from "../types.ts";

/** Of a lot, in units of bitcoin; a lot for a tick is a unit of tether. */
export const LOT_UNITS = 1000n;
const TICK_UNITS = 100_000n;

export type SpotWish = {
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly priceTicks: number;
  readonly stopTicks: number | null;
  readonly lots: number;
  /** As it is asked for. */
  readonly body: Readonly<Record<string, string>>;
};

/** What an order holds changes with its fills and its end. */
export type ModelOrder = SpotWish & {
  readonly id: number;
  readonly hash: string;
  readonly owner: number;
  held: bigint;
};

export type Spot = {
  readonly book: NaiveBook;
  readonly orders: ModelOrder[];
  /** In the order of the log; no process has applied them yet. */
  readonly waiting: Command[];
  /** Of the book's fills, how many have moved coins. */
  paid: number;
  /** As the market was last steered; the book follows when its process applies the commands. */
  reference: number;
  status: string;
  /** When each user's trading session ends. */
  readonly sessions: Map<number, number>;
  matching: Matching;
};

const TIFS = ["gtc", "gtc", "gtc", "ioc", "fok", "post_only"] as const;

type Means = { readonly has: Readonly<Record<"BTC" | "USDT", bigint>>; readonly reference: number };

export function drawOrder(random: Draw, { has, reference }: Means): SpotWish {
  const side = has.USDT > 20_000_000n && random.below(2) === 0 ? "buy" : "sell";
  const dice = random.below(10);
  const type = dice === 0 ? "market" : dice === 1 ? "stop_limit" : "limit";
  const near = () => reference + Math.round((reference * (random.below(601) - 300)) / 20_000);
  // Now and then far from what the market takes.
  const limit = random.below(25) === 0 ? Math.round(reference * 1.3) : near();
  const priceTicks = type === "market" ? worstPrice(side, reference) : limit;
  const stopTicks = type === "stop_limit" ? near() : null;
  const lots = drawLots(random, { side, has, priceTicks });
  const tif = type === "market" ? "ioc" : type === "stop_limit" ? "gtc" : (TIFS[random.below(TIFS.length)] ?? "gtc");
  const body = {
    ...{ side, type, amount: displayFromUnits(BigInt(lots) * LOT_UNITS, 8) },
    ...(type === "market" ? {} : { price: priceText(priceTicks), time_in_force: tif }),
    ...(stopTicks === null ? {} : { stop_price: priceText(stopTicks) }),
  };
  return { side, type, tif, priceTicks, stopTicks, lots, body };
}

const priceText = (ticks: number) => displayFromUnits(BigInt(ticks) * TICK_UNITS, 6);

/** A tenth beyond the reference. */
const worstPrice = (side: Side, reference: number) =>
  side === "buy" ? Math.floor((reference * 11_000) / 10_000) : Math.ceil((reference * 9_000) / 10_000);

type Sized = { readonly side: Side; readonly has: Means["has"]; readonly priceTicks: number };

/** Too little for an order, more than there is, or some dollars. */
function drawLots(random: Draw, { side, has, priceTicks }: Sized): number {
  const most = Number(side === "sell" ? has.BTC / LOT_UNITS : has.USDT / BigInt(priceTicks));
  const dice = random.below(20);
  if (dice === 0) return 1;
  if (dice === 1) return most + 1;
  const wished = Math.ceil(((6 + random.below(800)) * 1_000_000) / priceTicks);
  return Math.max(1, Math.min(wished, most));
}
