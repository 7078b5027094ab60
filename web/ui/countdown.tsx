/**
 * Time that runs out: digits, a ring that empties, and a word when it is short; color is never the only sign. A screen reader reads
 * it at 50, 25, 10 and 5 percent, and at the end, not every second.
 */
import { cx } from "./cx.ts";

export function Countdown({
  leftMs,
  totalMs,
  label,
  spoken,
  word,
}: {
  leftMs: number;
  totalMs: number;
  label: string;
  /** The sentence for a screen reader, made of the time left. */
  spoken: (leftText: string) => string;
  /** A word for little time left: "hurry", "last minutes". */
  word?: (part: "half" | "quarter" | "tenth" | "none") => string | null;
}) {
  const left = Math.max(0, leftMs);
  const share = totalMs > 0 ? Math.min(1, left / totalMs) : 0;
  const part = share <= 0 ? "none" : share <= 0.1 ? "tenth" : share <= 0.25 ? "quarter" : "half";
  const tone = part === "half" ? "text-brand" : part === "quarter" ? "text-warn" : "text-bad";
  const hint = word?.(part);
  const turn = 2 * Math.PI * 8;
  return (
    <span className="inline-flex items-center gap-2" role="timer" aria-label={label}>
      <svg viewBox="0 0 20 20" width="24" height="24" className={cx("-rotate-90 shrink-0", tone)} aria-hidden="true">
        <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
        <circle
          cx="10"
          cy="10"
          r="8"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeDasharray={`${turn * share} ${turn}`}
        />
      </svg>
      <span className={cx("font-semibold tabular-nums", tone)} dir="ltr">
        {clockText(left)}
      </span>
      {hint && <span className={cx("text-xs font-medium", tone)}>{hint}</span>}
      <span className="sr-only" aria-live="polite">
        {spoken(clockText(announced(share) * totalMs))}
      </span>
    </span>
  );
}

/** The last mark that was passed: the spoken text changes only there. */
function announced(share: number): number {
  return [0.05, 0.1, 0.25, 0.5].find((mark) => share <= mark) ?? 1;
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
