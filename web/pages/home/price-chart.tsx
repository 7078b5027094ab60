/** The price of the coin over a range of days, drawn by the server; the ranges are links. */
import type { PriceHistory } from "#contract/money/price-history.ts";
import { HOME_RANGES } from "#contract/money/rates.ts";
import { priceText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { PriceChart as Chart } from "#widgets/price-chart.tsx";

export function PriceChart({ chart, setting: { t, locale } }: { chart: PriceHistory; setting: PageSetting }) {
  const { crypto, fiat, range, points } = chart;
  const [first, last] = [points[0], points.at(-1)];
  const price = (rate: string) => `${priceText(locale, rate, fiat)} ${fiat}`;
  return (
    <section id="price-chart" className="pb-10" aria-labelledby="price-chart-title">
      <Card className="grid gap-3 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="price-chart-title" className="text-lg font-semibold">
            {t("pages.chart.title", { crypto, fiat })}
          </h2>
          <nav aria-label={t("pages.chart.range")} className="flex rounded-lg bg-sunken p-1">
            {HOME_RANGES.map((one) => (
              <a
                key={one}
                href={`?range=${one}#price-chart`}
                aria-current={one === range ? "true" : undefined}
                className={cx(
                  "grid min-h-10 place-items-center rounded-md px-3 text-sm font-semibold max-md:min-h-11",
                  one === range ? "bg-raised text-ink shadow-card" : "text-muted hover:text-ink",
                )}
              >
                {t(`pages.chart.ranges.${one}`)}
              </a>
            ))}
          </nav>
        </div>
        {first && last && first !== last ? (
          <Chart
            points={points}
            fiat={fiat}
            locale={locale}
            label={t("pages.chart.spoken", { from: price(first.rate), to: price(last.rate) })}
          />
        ) : (
          <p className="grid h-44 place-items-center text-sm text-muted">{t("pages.chart.none")}</p>
        )}
        {chart.source === "recorded" && <p className="text-xs text-muted">{t("shell.banner.recorded_rates")}</p>}
      </Card>
    </section>
  );
}
