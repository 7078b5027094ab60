/** A line through the points that are known, as plain SVG: no script, no axis, nothing between two points but the line. */
import { cx } from "./cx.ts";

const WIDTH = 320;

/** `values` are prices in order; fewer than two make no line. `label` says in words what the line shows. */
export function LineChart({
  values,
  label,
  height = 80,
  className,
}: {
  values: readonly number[];
  label: string;
  height?: number;
  className?: string;
}) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (place: number) => ((place * WIDTH) / (values.length - 1)).toFixed(1);
  const y = (value: number) => (2 + (height - 4) * (high === low ? 0.5 : (high - value) / (high - low))).toFixed(1);
  const line = values.map((value, place) => `${x(place)},${y(value)}`).join(" ");
  const isUp = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      className={cx("block w-full", isUp ? "text-good" : "text-bad", className)}
    >
      <polyline points={line} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
