/** The book: asks above, bids below, the spread between; a press on a price puts it into the ticket. */
import { useState } from "react";
import type { SpotMarket } from "#contract/products/spot/spot.ts";
import type { SpotSide } from "#contract/products/spot/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { percentText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cx } from "#ui/cx.ts";
import { type GroupedLevel, grouped, GROUPS } from "./book-groups.ts";
import { fixed, stepsOf, textOfSteps } from "./steps.ts";
import type { MarketState } from "./use-market.ts";

type Props = {
  readonly market: SpotMarket;
  readonly state: MarketState & { readonly isLive: boolean };
  readonly onPrice: (price: string) => void;
  /** Prices of the reader's own open orders. */
  readonly own: ReadonlySet<string>;
};

const ROWS = 8;

export function BookPanel({ market, state: { book, figures, isLive, atMs }, onPrice, own }: Props) {
  const t = useT();
  const { locale } = usePage();
  const [group, setGroup] = useState<number>(1);
  const steps = { priceStep: market.priceStep, amountStep: market.amountStep, group, most: ROWS };
  const [asks, bids] = [grouped(book.asks, { ...steps, side: "sell" }), grouped(book.bids, { ...steps, side: "buy" })];
  return (
    <section aria-label={t("spot.book")} className="grid min-w-0 content-start gap-1" aria-busy={!isLive}>
      <div className="flex items-center justify-between gap-2 pb-1">
        <h2 className="text-sm font-semibold">{t("spot.book")}</h2>
        <label className="flex items-center gap-2 text-xs text-muted">
          {t("spot.group")}
          <select
            dir="ltr"
            className="min-h-8 rounded-md border border-line bg-raised px-1 text-xs text-ink tabular-nums max-md:min-h-11"
            value={group}
            onChange={(event) => setGroup(Number(event.target.value))}
          >
            {GROUPS.map((one) => (
              <option key={one} value={one}>
                {fixed(locale, textOfSteps(BigInt(one), market.priceStep), market.priceStep)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {/* Numbers and their columns go from left to right in every language. */}
      <div className="grid grid-cols-3 px-1 text-2xs text-muted" dir="ltr">
        <span>{t("spot.price")}</span>
        <span className="text-end">{t("spot.amount")}</span>
        <span className="text-end">{t("spot.up_to")}</span>
      </div>
      <div className={cx("grid gap-1", !isLive && "opacity-60")}>
        <Levels side="sell" levels={asks} market={market} onPrice={onPrice} own={own} group={group} />
        <p className="flex items-baseline justify-between gap-2 border-t border-b border-line px-1 py-1.5">
          <bdi dir="ltr" className="text-base font-bold tabular-nums">
            {figures?.last ? fixed(locale, figures.last, market.priceStep) : "–"}
          </bdi>
          <span className="text-2xs text-muted tabular-nums">
            <Spread market={market} bid={book.bids[0]?.price} ask={book.asks[0]?.price} />
          </span>
        </p>
        <Levels side="buy" levels={bids} market={market} onPrice={onPrice} own={own} group={group} />
      </div>
      {!isLive && (
        <p className="text-2xs text-warn" role="status">
          {t("spot.not_current")} <LocalTime at={new Date(atMs).toISOString()} />
        </p>
      )}
    </section>
  );
}

function Spread({ market, bid, ask }: { market: SpotMarket; bid: string | undefined; ask: string | undefined }) {
  const t = useT();
  const { locale } = usePage();
  const [low, high] = [stepsOf(bid ?? "", market.priceStep), stepsOf(ask ?? "", market.priceStep)];
  if (low === undefined || high === undefined) return t("spot.no_spread");
  const share = (Number(high - low) / Number(high)) * 100;
  return (
    <>
      {t("spot.spread")} <bdi dir="ltr">{percentText(locale, share.toFixed(3))}%</bdi>
    </>
  );
}

type LevelsProps = Pick<Props, "market" | "onPrice" | "own"> & {
  readonly side: SpotSide;
  readonly levels: readonly GroupedLevel[];
  readonly group: number;
};

/** A side always has the same number of rows, so that nothing jumps under the finger. */
function Levels({ side, levels, market, onPrice, own, group }: LevelsProps) {
  const t = useT();
  const { locale } = usePage();
  const rows: (GroupedLevel | null)[] = Array.from({ length: ROWS }, (_, place) => levels[place] ?? null);
  const shown = side === "sell" ? rows.toReversed() : rows;
  return (
    <ol aria-label={t(side === "buy" ? "spot.bids" : "spot.asks")} className="grid" dir="ltr">
      {shown.map((level, place) =>
        level === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty row is known by its place.
          <li key={`empty ${place}`} className="h-6" aria-hidden />
        ) : (
          <li key={level.price}>
            <button
              type="button"
              className="relative grid h-6 w-full grid-cols-3 items-center px-1 text-xs tabular-nums hover:bg-sunken"
              onClick={() => onPrice(level.price)}
              title={t("spot.use_price")}
            >
              <svg
                className="pointer-events-none absolute inset-0 size-full"
                preserveAspectRatio="none"
                viewBox="0 0 100 1"
                aria-hidden
              >
                <rect
                  x={100 - level.share * 100}
                  width={level.share * 100}
                  height="1"
                  className={cx("fill-current", side === "buy" ? "text-buy" : "text-sell")}
                  fillOpacity="0.14"
                />
              </svg>
              <bdi
                dir="ltr"
                className={cx(
                  "relative flex items-center gap-1 font-medium",
                  side === "buy" ? "text-buy" : "text-sell",
                )}
              >
                {fixed(locale, level.price, market.priceStep)}
                {group === 1 && own.has(level.price) && (
                  <span className="size-2 rounded-full bg-accent" title={t("spot.own_order")} />
                )}
              </bdi>
              <bdi dir="ltr" className="relative text-end">
                {fixed(locale, level.amount, market.amountStep)}
              </bdi>
              <bdi dir="ltr" className="relative text-end text-muted">
                {fixed(locale, level.upTo, market.amountStep)}
              </bdi>
            </button>
          </li>
        ),
      )}
    </ol>
  );
}
