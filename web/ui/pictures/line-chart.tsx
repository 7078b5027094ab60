/** Prices of days as plain SVG: a line without axes, as beside a figure or in a row of a table. */
import { chartLines, type DayPrice } from "./chart-lines.ts";
import { cx } from "../cx.ts";

const WIDTH = 320;

/** `points` are days in order. `label` says in words what the chart shows. */
export function LineChart({
  points,
  label,
  height = 80,
  className,
}: {
  points: readonly DayPrice[];
  label: string;
  height?: number;
  className?: string;
}) {
  const drawn = chartLines(points, { width: WIDTH, height });
  if (!drawn) return null;
  const stroke = {
    fill: "none",
    stroke: "currentColor",
    strokeLinecap: "round",
    strokeLinejoin: "round",
    vectorEffect: "non-scaling-stroke",
  } as const;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      className={cx("block w-full overflow-visible", drawn.isUp ? "text-good" : "text-bad", className)}
    >
      {drawn.line && <path d={drawn.line} strokeWidth="2" {...stroke} />}
      {drawn.dot && <path d={drawn.dot} strokeWidth="5" {...stroke} />}
    </svg>
  );
}

/** The first and the last day of a chart, with their prices if wanted, left and right as it runs in every language. */
export function ChartEnds({
  points,
  day,
  price,
}: {
  points: readonly DayPrice[];
  day: (date: string) => string;
  price?: (rate: string) => string;
}) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return (
    <p className="flex justify-between gap-4 text-xs text-muted tabular-nums" dir="ltr">
      {(first === last ? [first] : [first, last]).map(({ date, rate }, place) => (
        <span key={date} className={cx("flex flex-wrap gap-x-2", place > 0 && "justify-end")}>
          <bdi>{day(date)}</bdi>
          {price && <span>{price(rate)}</span>}
        </span>
      ))}
    </p>
  );
}
