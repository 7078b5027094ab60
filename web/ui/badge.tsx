/** A short word about a thing. The word says it; the colour only helps. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

export type Tone = "neutral" | "brand" | "good" | "warn" | "bad" | "info" | "buy" | "sell";

const TONES: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  brand: "bg-brand-soft text-brand",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
  buy: "bg-buy-soft text-buy",
  sell: "bg-sell-soft text-sell",
};

export function Badge({
  tone = "neutral",
  icon,
  children,
  title,
}: {
  tone?: Tone;
  icon?: string;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={cx(
        "inline-flex max-w-full items-center gap-1 rounded-md px-2 py-0.5 text-2xs font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {icon && <Icon shape={icon} size={12} />}
      <bdi className="truncate">{children}</bdi>
    </span>
  );
}
