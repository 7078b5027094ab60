/** The spot markets with their day, the reader's open orders and balances. */
import type { SpotDashboardProps } from "#contract/products/pages.ts";
import type { SpotMarket } from "#contract/products/spot/spot.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { cx } from "#ui/cx.ts";
import { Change } from "./market-head.tsx";
import { OpenOrders } from "./orders-panel.tsx";
import { fixed, sum } from "./steps.ts";
import { useOwn } from "./use-own.ts";

export const screen: PageScreen<"spot-dashboard", typeof SpotDashboardScreen> = {
  title: "spot.title",
  active: "spot",
  texts: ["spot"],
};

export default function SpotDashboardScreen(props: SpotDashboardProps) {
  const t = useT();
  const { locale } = usePage();
  const own = useOwn(props, "open");
  return (
    <div className="grid gap-5 py-4 md:py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold">{t("spot.title")}</h1>
        <p className="text-muted">{t("spot.lead")}</p>
      </header>
      <ul className="grid gap-3 md:grid-cols-[repeat(3,minmax(0,1fr))]">
        {props.markets.map((market) => (
          <li key={market.symbol}>
            <MarketCard market={market} />
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="grid min-w-0 gap-2 p-4">
          <h2 className="font-semibold">{t("spot.open_orders")}</h2>
          <OpenOrders markets={props.markets} orders={own.orders} onChanged={own.refresh} />
        </Card>
        <Card className="grid gap-3 p-4">
          <h2 className="font-semibold">{t("spot.tab.balances")}</h2>
          <ul className="grid gap-3">
            {own.balances.map(({ code, available, inOrders }) => (
              <li key={code} className="flex items-center gap-3">
                <Coin code={code} size={28} />
                <span className="font-medium">{code}</span>
                <span className="ms-auto text-end">
                  <bdi dir="ltr" className="block font-medium tabular-nums">
                    {cryptoText(locale, available, code)}
                  </bdi>
                  {/[1-9]/.test(inOrders) && (
                    <span className="text-xs text-muted">
                      {t("spot.in_orders")}{" "}
                      <bdi dir="ltr" className="tabular-nums">
                        {cryptoText(locale, inOrders, code)}
                      </bdi>
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}

function MarketCard({ market }: { market: SpotMarket }) {
  const t = useT();
  const { href, locale } = usePage();
  const { figures, symbol, base, quote, priceStep, status, trend } = market;
  const price = (text: string | null) => (text === null ? "–" : fixed(locale, text, priceStep));
  return (
    <a
      href={href("spotTerminal", { market: symbol })}
      className="grid gap-3 rounded-xl border border-line bg-raised p-4 shadow-card hover:bg-sunken"
    >
      <span className="flex items-center gap-2">
        <Coin code={base} size={28} />
        <bdi dir="ltr" className="font-semibold">
          {base}/{quote}
        </bdi>
        {status !== "trading" && <Badge tone="warn">{t(`spot.status_word.${status}`)}</Badge>}
        <span className="ms-auto">
          <Change percent={figures.changePercent} />
        </span>
      </span>
      <span className="flex items-end justify-between gap-3">
        <bdi dir="ltr" className="text-2xl font-bold tabular-nums">
          {price(figures.last ?? figures.reference)}
        </bdi>
        <Trend closes={trend} isUp={!figures.changePercent?.startsWith("-")} />
      </span>
      <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <Figure name={t("spot.high")} text={price(figures.high)} />
        <Figure name={t("spot.low")} text={price(figures.low)} />
        <Figure name={t("spot.volume", { code: quote })} text={sum(locale, figures.quoteVolume, quote)} />
      </span>
    </a>
  );
}

function Figure({ name, text }: { name: string; text: string }) {
  return (
    <span>
      {name}{" "}
      <bdi dir="ltr" className="font-medium text-ink tabular-nums">
        {text}
      </bdi>
    </span>
  );
}

/** A line over the hours of the day that had a trade. */
function Trend({ closes, isUp }: { closes: readonly string[]; isUp: boolean }) {
  const values = closes.map(Number);
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, place) => {
    const y = high === low ? 14 : 26 - ((value - low) / (high - low)) * 24;
    return `${((place / (values.length - 1)) * 96).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      viewBox="0 0 96 28"
      width="96"
      height="28"
      aria-hidden
      className={cx("rtl:-scale-x-100", isUp ? "text-buy" : "text-sell")}
    >
      <polyline points={points.join(" ")} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
