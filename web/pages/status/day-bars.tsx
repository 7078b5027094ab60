/** A bar for each day, the oldest at the start. Days of one state without a word of their own are one path. */
import type { StatusDay } from "#contract/site/status.ts";
import type { PartState } from "#contract/site/status-names.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { dayText } from "./status-words.ts";

const STEP = 10;
const WIDTH = 7;
const HEIGHT = 100;

const INKS: Record<PartState, string> = {
  operational: "text-good",
  degraded: "text-accent",
  unknown: "text-edge",
  partial: "text-warn",
  major: "text-bad",
};
const NO_RECORD = "text-line";

type Placed = StatusDay & { readonly x: number };

export function DayBars({ days, label, setting }: { days: readonly StatusDay[]; label: string; setting: PageSetting }) {
  const placed = days.map((one, index) => ({ ...one, x: index * STEP }));
  const isPlain = ({ state }: Placed) => state === null || state === "operational";
  const plain = (state: PartState | null) => placed.filter((one) => isPlain(one) && one.state === state);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * STEP - STEP + WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-7 w-full rtl:-scale-x-100"
    >
      <Bars days={plain(null)} ink={NO_RECORD} />
      <Bars days={plain("operational")} ink={INKS.operational} />
      {placed
        .filter((one) => !isPlain(one))
        .map((one) => (
          <rect
            key={one.date}
            x={one.x}
            width={WIDTH}
            height={HEIGHT}
            className={`fill-current ${INKS[one.state ?? "unknown"]}`}
          >
            <title>{wordsOf(one, setting)}</title>
          </rect>
        ))}
    </svg>
  );
}

function Bars({ days, ink }: { days: readonly Placed[]; ink: string }) {
  if (days.length === 0) return null;
  return (
    <path className={`fill-current ${ink}`} d={days.map(({ x }) => `M${x} 0h${WIDTH}v${HEIGHT}h-${WIDTH}z`).join("")} />
  );
}

function wordsOf({ date, state, downMin }: StatusDay, { t, locale }: PageSetting): string {
  const values = { date: dayText(locale, date), state: t(`status.state.${state ?? "unknown"}`) };
  return downMin > 0 ? t("status.bar_down", { ...values, minutes: downMin }) : t("status.bar", values);
}
