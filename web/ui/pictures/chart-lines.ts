/** The shape of a chart of days: one line through all of them, each at the place of its date. */

/** A day as YYYY-MM-DD, and its price as decimal text. */
export type DayPrice = { readonly date: string; readonly rate: string };

/** The prices at the lower and the upper edge. */
export type Range = { readonly low: number; readonly high: number };
type Size = { readonly width: number; readonly height: number };

export type ChartLines = {
  /** SVG path data: the line, and the dot of a single day. */
  readonly line: string;
  readonly dot: string;
  readonly isUp: boolean;
};

const DAY_MS = 86_400_000;
/** Above and below, so that the highest and the lowest point are not cut; none where the range is given. */
const EDGE = 4;

/** The place of a day is its date, not its number in the list. Returns null without any day. */
export function chartLines(points: readonly DayPrice[], { width, height }: Size, range?: Range): ChartLines | null {
  const days = points.map(dayOf);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const { low, high } = range ?? rangeOf(points);
  const edge = range ? 0 : EDGE;
  const places = days.map(({ day, price }) => {
    const across = last.day === first.day ? 0.5 : (day - first.day) / (last.day - first.day);
    const down = high === low ? 0.5 : (high - price) / (high - low);
    return `${(width * across).toFixed(1)},${(edge + (height - 2 * edge) * down).toFixed(1)}`;
  });
  return {
    line: places.length > 1 ? `M${places.join("L")}` : "",
    // A line of no length has round ends: a dot.
    dot: places.length === 1 ? `M${places[0]}h0` : "",
    isUp: last.price >= first.price,
  };
}

export function rangeOf(points: readonly DayPrice[]): Range {
  const prices = points.map(({ rate }) => Number(rate));
  return { low: Math.min(...prices), high: Math.max(...prices) };
}

/** By how many percent the price changed from the first day to the last, with one digit; null of fewer than two days. */
export function changeOf(points: readonly DayPrice[]): string | null {
  const [first, last] = [points[0], points.at(-1)].map((point) => Number(point?.rate));
  if (points.length < 2 || !first || last === undefined) return null;
  return ((last / first - 1) * 100).toFixed(1).replace("-0.0", "0.0");
}

type Day = { readonly day: number; readonly price: number };

function dayOf({ date, rate }: DayPrice): Day {
  return { day: Date.parse(date) / DAY_MS, price: Number(rate) };
}
