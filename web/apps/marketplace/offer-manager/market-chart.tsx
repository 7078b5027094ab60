/** The market price of the draft's coin over the last month, from the days that the market kept. */
import { useEffect, useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { getRateChart } from "#contract/money/rates.ts";
import { Late } from "#sdk/late.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";

const loadChart = async () => (await import("#widgets/price-chart.tsx")).PriceChart;

export function MarketChart({ draft }: { draft: OfferBody }) {
  const t = useT();
  const page = usePage();
  const { crypto_currency_code: crypto, fiat_currency_code: currency } = draft;
  const [known, setKnown] = useState<ReplyOf<typeof getRateChart> | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const { getRateChart } = await import("#contract/money/rates.ts");
      const query = { crypto, currency, range: "month" as const };
      const answer = await page.call(getRateChart, { query, signal: stop.signal }).catch(() => null);
      if (!stop.signal.aborted) setKnown(answer?.data ?? null);
    };
    void load();
    return () => stop.abort();
  }, [page, crypto, currency]);
  // The line of another coin or currency would be taken for this one's.
  const isThis = known?.cryptoCurrencyCode === crypto && known.fiatCurrencyCode === currency;
  const points = isThis ? known.chart : [];
  const label = t("myoffers.form.chart", { crypto });
  return (
    <figure className="grid min-h-24 gap-2">
      <figcaption className="text-xs text-muted">{label}</figcaption>
      {points.length > 1 && (
        <Late
          load={loadChart}
          props={{ points, fiat: currency, locale: page.locale, label, isSmall: true }}
          loading={null}
          failed={() => null}
        />
      )}
      {isThis && known.source === "recorded" && (
        <p className="text-xs text-muted">{t("shell.banner.recorded_rates")}</p>
      )}
      {isThis && points.length < 2 && <p className="text-xs text-muted">{t("myoffers.form.chart_none")}</p>}
    </figure>
  );
}
