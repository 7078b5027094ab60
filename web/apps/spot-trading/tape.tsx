/** The last trades of everybody, newest first. */
import type { SpotMarket, SpotTrade } from "#contract/products/spot/spot.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { fixed } from "./steps.ts";

export function Tape({
  market,
  trades,
  most = 18,
}: {
  market: SpotMarket;
  trades: readonly SpotTrade[];
  most?: number;
}) {
  const t = useT();
  const { locale } = usePage();
  const time = new Intl.DateTimeFormat(locale === "ar" ? "ar-u-nu-latn" : locale, {
    timeStyle: "medium",
    hourCycle: "h23",
  });
  return (
    <section aria-label={t("spot.tape")} className="grid min-w-0 content-start gap-1">
      <h2 className="pb-1 text-sm font-semibold">{t("spot.tape")}</h2>
      {trades.length === 0 && <p className="py-6 text-center text-xs text-muted">{t("spot.no_trades")}</p>}
      <ol className="grid" dir="ltr">
        {trades.slice(0, most).map((trade) => (
          <li key={trade.n} className="flex h-6 items-center justify-between gap-2 px-1 text-xs tabular-nums">
            <bdi dir="ltr" className={cx("font-medium", trade.side === "buy" ? "text-buy" : "text-sell")}>
              <span aria-hidden>{trade.side === "buy" ? "▲ " : "▼ "}</span>
              <span className="sr-only">{t(`spot.side.${trade.side}`)} </span>
              {fixed(locale, trade.price, market.priceStep)}
            </bdi>
            <bdi dir="ltr" className="text-end">
              {fixed(locale, trade.amount, market.amountStep)}
            </bdi>
            <span className="flex items-center justify-end gap-1 text-muted">
              {trade.byRobot && (
                <abbr title={t("spot.by_robot")} className="text-2xs no-underline">
                  {t("spot.robot")}
                </abbr>
              )}
              <bdi dir="ltr" suppressHydrationWarning>
                {time.format(new Date(trade.at))}
              </bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
