/** The marks of a chart's axes: round prices, and dates. */
import { type DayPrice, type Range, rangeOf } from "./chart-lines.ts";

const DAY_MS = 86_400_000;
const STEPS = [1, 2, 2.5, 5, 10] as const;
const MARKS = 4;

export type PriceAxis = Range & {
  /** From the upper edge to the lower, equally far from each other. */
  readonly marks: readonly number[];
  /** Decimal places of the marks. */
  readonly digits: number;
};

/** Round prices around all of them. */
export function priceAxis(points: readonly DayPrice[]): PriceAxis {
  const { low, high } = rangeOf(points);
  const least = (high === low ? Math.abs(high) * 0.02 || 1 : high - low) / MARKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (STEPS.find((one) => one * power >= least) ?? 10);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  const digits = Math.max(0, 1 - Math.floor(Math.log10(step)));
  const round = (price: number) => Number(price.toFixed(digits));
  const marks = Array.from({ length: count + 1 }, (_, place) => round((first + count - place) * step));
  const isWhole = marks.every((mark) => Number.isInteger(mark));
  return { marks, low: round(first * step), high: round((first + count) * step), digits: isWhole ? 0 : digits };
}

/** Dates from the first day to the last, as equally far from each other as days allow. */
export function dateMarks(points: readonly DayPrice[], most: number): readonly string[] {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return [];
  const [first, last] = [Date.parse(from.date) / DAY_MS, Date.parse(to.date) / DAY_MS];
  const count = Math.min(most - 1, last - first);
  return Array.from({ length: count + 1 }, (_, place) => {
    const day = count === 0 ? first : Math.round(first + ((last - first) * place) / count);
    return new Date(day * DAY_MS).toISOString().slice(0, 10);
  });
}
