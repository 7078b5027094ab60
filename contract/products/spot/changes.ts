/** What changed of a market between two messages of its channel, how a reader applies it, and by what the reader sees that it is right. */
import type { SpotBook, SpotCandle, SpotFigures, SpotLevel, SpotTrade } from "./spot.ts";
import { type SpotSide, TAPE_TRADES } from "./names.ts";

/** All that the channel carries of a market. */
export type SpotState = {
  readonly book: SpotBook;
  readonly figures: SpotFigures;
  /** Newest first. */
  readonly trades: readonly SpotTrade[];
  readonly candle: SpotCandle | null;
};

export type SpotChange = {
  readonly status: SpotBook["status"];
  readonly seq: string;
  /** Levels with another amount; "0" where none is left. */
  readonly bids: readonly SpotLevel[];
  readonly asks: readonly SpotLevel[];
  /** Of the book with them. */
  readonly checksum: string;
  readonly figures: SpotFigures;
  /** Those that are new. */
  readonly trades: readonly SpotTrade[];
  readonly candle: SpotCandle | null;
};

export function changeBetween(before: SpotState, now: SpotState): SpotChange {
  const newest = before.trades[0];
  const known = newest === undefined ? -1n : BigInt(newest.n);
  const { status, seq, checksum } = now.book;
  return {
    ...{ status, seq, checksum },
    bids: changedLevels(before.book.bids, now.book.bids),
    asks: changedLevels(before.book.asks, now.book.asks),
    figures: now.figures,
    trades: now.trades.filter(({ n }) => BigInt(n) > known),
    candle: now.candle,
  };
}

function changedLevels(before: readonly SpotLevel[], now: readonly SpotLevel[]): SpotLevel[] {
  const known = new Map(before.map(({ price, amount }) => [price, amount]));
  const changed = now.filter(({ price, amount }) => known.get(price) !== amount);
  const kept = new Set(now.map(({ price }) => price));
  return [...changed, ...before.flatMap(({ price }) => (kept.has(price) ? [] : [{ price, amount: "0" }]))];
}

/** Undefined where the book with the change is another one than the sender's: then the whole state has to be asked for. */
export function changed(state: SpotState, change: SpotChange): SpotState | undefined {
  const { status, seq, checksum, figures, candle } = change;
  const bids = levelsWith(state.book.bids, change.bids, "buy");
  const asks = levelsWith(state.book.asks, change.asks, "sell");
  if (checksumOf(bids, asks) !== checksum) return undefined;
  const trades = [...change.trades, ...state.trades].slice(0, TAPE_TRADES);
  return { book: { symbol: state.book.symbol, status, seq, bids, asks, checksum }, figures, trades, candle };
}

/** Best first, as they were sorted. */
function levelsWith(known: readonly SpotLevel[], changes: readonly SpotLevel[], side: SpotSide): SpotLevel[] {
  if (changes.length === 0) return [...known];
  const levels = new Map(known.map((one) => [one.price, one]));
  for (const one of changes) {
    if (one.amount === "0") levels.delete(one.price);
    else levels.set(one.price, one);
  }
  const sign = side === "buy" ? -1 : 1;
  // Prices have few digits: the order of two of them is exact.
  return [...levels.values()].sort((a, b) => (Number(a.price) - Number(b.price)) * sign);
}

const CHECKED_LEVELS = 10;

/** CRC-32 of the ten best bids and asks, each as `price:amount`, joined by `|`, in hexadecimal. */
export function checksumOf(bids: readonly SpotLevel[], asks: readonly SpotLevel[]): string {
  const checked = [...bids.slice(0, CHECKED_LEVELS), ...asks.slice(0, CHECKED_LEVELS)];
  const text = checked.map(({ price, amount }) => `${price}:${amount}`).join("|");
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
