/** A few views of one thing, side by side: as links where the address says which, as tabs where it does not. */
import type { MouseEventHandler, ReactNode } from "react";
import { cx } from "./cx.ts";

type Tone = "brand" | "buy" | "sell";
const CHOSEN: Record<Tone, string> = {
  brand: "bg-raised text-ink shadow-card",
  buy: "bg-buy text-on-brand",
  sell: "bg-sell text-on-brand",
};

/** Wraps where its words have no room beside each other. */
const BAR = "flex flex-wrap rounded-lg bg-sunken p-1";
const SEGMENT =
  "inline-flex min-h-10 flex-1 items-center justify-center gap-2 rounded-md text-sm font-semibold whitespace-nowrap px-1.5 max-md:min-h-11";
/** Four and more have to fit beside each other, too. */
const padding = (segments: readonly Segment[]) => segments.length < 4 && "sm:px-4";

export type Segment = {
  key: string;
  label: ReactNode;
  href?: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  tone?: Tone;
};

export function Segments({
  label,
  segments,
  chosen,
  onChoose,
  controls,
}: {
  label: string;
  segments: readonly Segment[];
  chosen: string;
  onChoose?: (key: string) => void;
  /** Id of the panel that the tabs switch; without it they are links. */
  controls?: string;
}) {
  const look = (segment: Segment) =>
    cx(
      SEGMENT,
      padding(segments),
      segment.key === chosen ? CHOSEN[segment.tone ?? "brand"] : "text-muted hover:text-ink",
    );
  if (!controls) {
    return (
      <nav aria-label={label} className={BAR}>
        {segments.map((segment) => (
          <a
            key={segment.key}
            href={segment.href}
            onClick={segment.onClick}
            aria-current={segment.key === chosen ? "page" : undefined}
            className={look(segment)}
          >
            {segment.label}
          </a>
        ))}
      </nav>
    );
  }
  return (
    <div role="tablist" aria-label={label} className={BAR}>
      {segments.map((segment, place) => (
        <button
          key={segment.key}
          type="button"
          role="tab"
          id={`${controls}-${segment.key}`}
          aria-selected={segment.key === chosen}
          aria-controls={controls}
          tabIndex={segment.key === chosen ? 0 : -1}
          onClick={() => onChoose?.(segment.key)}
          onKeyDown={(event) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (step === 0) return;
            const way = getComputedStyle(event.currentTarget).direction === "rtl" ? -step : step;
            const next = segments[(place + way + segments.length) % segments.length];
            if (!next) return;
            onChoose?.(next.key);
            document.getElementById(`${controls}-${next.key}`)?.focus();
          }}
          className={look(segment)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  );
}
