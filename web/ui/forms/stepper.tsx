/** Where one is on the way: done, now, later. */
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { check } from "../icons/shapes.ts";
import { Icon } from "../icon.tsx";

/** Its words may be longer than a narrow page: they never make the page wider. */
export function Stepper({ label, steps, current }: { label: string; steps: readonly ReactNode[]; current: number }) {
  return (
    <ol aria-label={label} className="flex w-0 min-w-full gap-1">
      {steps.map((step, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place.
          key={place}
          aria-current={place === current ? "step" : undefined}
          className="grid min-w-0 flex-1 content-start gap-1.5"
        >
          <span className={cx("h-1.5 rounded-full", place <= current ? "bg-brand" : "bg-line")} />
          <span
            className={cx(
              "flex items-center gap-1 text-2xs",
              place === current ? "font-semibold text-ink" : "text-muted",
            )}
          >
            {place < current && <Icon shape={check} size={12} className="text-good max-sm:hidden" />}
            {step}
          </span>
        </li>
      ))}
    </ol>
  );
}
