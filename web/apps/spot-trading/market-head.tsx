/** The market at a glance: its name, last price and the figures of 24 hours. */
import type { SpotFigures, SpotMarket } from "#contract/products/spot/spot.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { marginText } from "#sdk/words/money.ts";
import { Coin } from "#ui/pictures/coin.tsx";
import { cx } from "#ui/cx.ts";
import { fixed, sum } from "./steps.ts";

type Props = { readonly market: SpotMarket; readonly markets: readonly SpotMarket[]; readonly figures: SpotFigures };

export function MarketHead({ market, markets, figures }: Props) {
  const t = useT();
  const { href, locale } = usePage();
  const price = (text: string | null) => (text === null ? "–" : fixed(locale, text, market.priceStep));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <h1 className="flex items-center gap-2 text-xl font-bold">
        <Coin code={market.base} size={24} />
        <bdi dir="ltr">
          {market.base}/{market.quote}
        </bdi>
      </h1>
      <p className="flex items-baseline gap-2">
        <span className="sr-only">{t("spot.last")}</span>
        <bdi dir="ltr" className="text-xl font-bold tabular-nums" data-last>
          {price(figures.last ?? figures.reference)}
        </bdi>
        <Change percent={figures.changePercent} />
      </p>
      <dl className="grid grid-cols-2 flex-wrap gap-x-4 gap-y-1 text-xs max-sm:w-full sm:flex">
        <Fact name={t("spot.high")} text={price(figures.high)} />
        <Fact name={t("spot.low")} text={price(figures.low)} />
        <Fact name={t("spot.volume", { code: market.quote })} text={sum(locale, figures.quoteVolume, market.quote)} />
        <Fact name={t("spot.reference")} text={price(figures.reference)} />
      </dl>
      <nav className="ms-auto flex gap-1 text-sm font-semibold max-sm:w-full" aria-label={t("spot.markets")}>
        {markets.map(({ symbol, base, quote }) => (
          <a
            key={symbol}
            href={href("spotTerminal", { market: symbol })}
            aria-current={symbol === market.symbol ? "page" : undefined}
            className={cx(
              "inline-flex min-h-9 items-center justify-center rounded-lg px-3 flex-1",
              symbol === market.symbol ? "bg-brand-soft text-brand" : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <bdi dir="ltr">
              {base}/{quote}
            </bdi>
          </a>
        ))}
      </nav>
    </div>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">
        <bdi dir="ltr">{text}</bdi>
      </dd>
    </div>
  );
}

/** The sign says the direction; the colour only helps. */
export function Change({ percent }: { percent: string | null }) {
  const { locale } = usePage();
  if (percent === null) return null;
  const tone = percent.startsWith("-") ? "text-sell" : /[1-9]/.test(percent) ? "text-buy" : "text-muted";
  return (
    <bdi dir="ltr" className={cx("text-sm font-semibold tabular-nums", tone)}>
      {marginText(locale, percent)}
    </bdi>
  );
}
