/**
 * The price of a coin over days: the price now, by how much it changed, and one line between axes. It is drawn without a script, also by the
 * server; the crosshair under a finger, a pointer or the arrow keys is of the shell (web/shell/crosshair.ts), which reads what is
 * in the attributes.
 */
import { type DecimalText, numberFormat } from "#contract/money/money-text.ts";
import type { Locale } from "#contract/platform/page.ts";
import { dayText } from "#sdk/words/day-text.ts";
import { marginText, priceText } from "#sdk/words/money.ts";
import { cx } from "#ui/cx.ts";
import { dateMarks, priceAxis } from "#ui/pictures/chart-axis.ts";
import { changeOf, chartLines, type DayPrice } from "#ui/pictures/chart-lines.ts";

const SIZE = { width: 600, height: 200 } as const;
const DATES = 4;
/** Above so many days the axis names months. */
const MONTHS_FROM = 100;

type Props = {
  /** In order; the last has the price now. */
  readonly points: readonly DayPrice[];
  readonly fiat: string;
  readonly locale: Locale;
  /** In words what the chart shows. */
  readonly label: string;
  readonly isSmall?: boolean;
};

/** Draws nothing of fewer than two days. */
export function PriceChart({ points, fiat, locale, label, isSmall = false }: Props) {
  const [first, last] = [points[0], points.at(-1)];
  const axis = points.length > 1 ? priceAxis(points) : null;
  const drawn = axis && chartLines(points, SIZE, axis);
  if (!first || !last || !axis || !drawn) return null;
  const days = (Date.parse(last.date) - Date.parse(first.date)) / 86_400_000;
  const day = (date: string) => dayText(locale, date, days > MONTHS_FROM ? "month" : "day");
  const mark = (price: number) =>
    numberFormat(locale, [axis.digits, axis.digits], "halfExpand").format(price.toFixed(axis.digits) as DecimalText);
  return (
    <div className="grid gap-3" data-chart-of={fiat}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <bdi className={cx("font-semibold tabular-nums", isSmall ? "text-base" : "text-xl")}>
          {priceText(locale, last.rate, fiat)} {fiat}
        </bdi>
        <PriceChange points={points} locale={locale} />
        {/* The crosshair writes its day here: of other days it is another element. */}
        <span
          key={`${first.date} ${last.rate} ${fiat}`}
          data-chart-read
          aria-live="polite"
          className="text-xs text-muted tabular-nums max-sm:w-full sm:ms-auto"
        >
          {`${dayText(locale, first.date, "full")} – ${dayText(locale, last.date, "full")}`}
        </span>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-2xs text-muted tabular-nums" dir="ltr">
        <div
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair.
          tabIndex={0}
          data-chart={`${axis.low} ${axis.high}`}
          data-days={points.map(packed).join(" ")}
          className={cx("cursor-crosshair touch-pan-y", isSmall ? "h-24" : "h-44")}
        >
          <Plot line={drawn.line} isUp={drawn.isUp} marks={axis.marks.length} />
        </div>
        <ol aria-hidden="true" className="-my-2 flex flex-col justify-between text-end">
          {axis.marks.map((price) => (
            <li key={price}>{mark(price)}</li>
          ))}
        </ol>
        <ol aria-hidden="true" className="flex justify-between gap-2">
          {dateMarks(points, DATES).map((date) => (
            <li key={date}>
              <bdi>{day(date)}</bdi>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function PriceChange({ points, locale }: Pick<Props, "points" | "locale">) {
  const pct = changeOf(points);
  if (pct === null) return null;
  const tone = Number(pct) === 0 ? "text-muted" : pct.startsWith("-") ? "text-bad" : "text-good";
  return <bdi className={cx("text-sm font-medium tabular-nums", tone)}>{marginText(locale, pct)}</bdi>;
}

function Plot({ line, isUp, marks }: { line: string; isUp: boolean; marks: number }) {
  const { width, height } = SIZE;
  const stroke = { fill: "none", stroke: "currentColor", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block size-full overflow-visible"
    >
      {Array.from({ length: marks }, (_, place) => {
        const down = (height * place) / (marks - 1);
        return <path key={down} d={`M0,${down}h${width}`} className="text-line" strokeWidth="1" {...stroke} />;
      })}
      <g className={isUp ? "text-good" : "text-bad"}>
        <path d={`${line}V${height}H0Z`} fill="currentColor" fillOpacity="0.08" />
        <path d={line} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" {...stroke} />
      </g>
      <path data-chart-line className="text-edge" strokeWidth="1" {...stroke} />
      <path data-chart-dot className="text-ink" strokeWidth="8" strokeLinecap="round" {...stroke} />
    </svg>
  );
}

/** Days since 1970, and the price in as many digits as are shown. */
function packed({ date, rate }: DayPrice): string {
  return `${Date.parse(date) / 86_400_000}:${Number(Number(rate).toPrecision(9))}`;
}
