/** The shapes of a chart of days: a line through consecutive days, a dot for a single day, nothing over a gap. */

/** A day as YYYY-MM-DD, and its price as decimal text. */
export type DayPrice = { readonly date: string; readonly rate: string };

export type ChartLines = {
  /** SVG path data: lines of two days and more; days without a neighbor. */
  readonly line: string;
  readonly dots: string;
  readonly isUp: boolean;
};

const DAY_MS = 86_400_000;
/** Above and below, so that the highest and the lowest dot are not cut. */
const EDGE = 4;

/** The place of a day is its date, not its number in the list. Returns null without any day. */
export function chartLines(
  points: readonly DayPrice[],
  { width, height }: { width: number; height: number },
): ChartLines | null {
  const days = points.map(dayOf);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const prices = days.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const place = ({ day, price }: Day) => {
    const across = last.day === first.day ? 0.5 : (day - first.day) / (last.day - first.day);
    const down = high === low ? 0.5 : (high - price) / (high - low);
    return `${(width * across).toFixed(1)},${(EDGE + (height - 2 * EDGE) * down).toFixed(1)}`;
  };
  const runs: string[][] = [];
  for (const [index, one] of days.entries()) {
    if (isNext(days[index - 1], one)) runs.at(-1)?.push(place(one));
    else runs.push([place(one)]);
  }
  return {
    line: runs.flatMap((run) => (run.length > 1 ? [`M${run.join("L")}`] : [])).join(""),
    // A line of no length has round ends: a dot.
    dots: runs.flatMap((run) => (run.length === 1 ? [`M${run[0]}h0`] : [])).join(""),
    isUp: last.price >= first.price,
  };
}

/** Whether days are missing between the first and the last. */
export function hasGaps(points: readonly DayPrice[]): boolean {
  const days = points.map(dayOf);
  return days.some((one, index) => index > 0 && !isNext(days[index - 1], one));
}

type Day = { readonly day: number; readonly price: number };

function dayOf({ date, rate }: DayPrice): Day {
  return { day: Date.parse(date) / DAY_MS, price: Number(rate) };
}

function isNext(before: Day | undefined, one: Day): boolean {
  return before !== undefined && one.day - before.day <= 1;
}
