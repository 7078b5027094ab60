/** The first screen: what this is in a sentence to fill in, live offers of both sides, and the size of the market. */
import { useId, useState } from "react";
import type { HomeProps } from "#contract/market/pages.ts";
import type { Side } from "#contract/market/offers/listing/paths.ts";
import { countText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { Below } from "#ui/below.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { arrowEnd } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Segments } from "#ui/segments.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";
import { AmountBox } from "./amount-box.tsx";

export const screen: PartScreen = { texts: ["home", "offers", "rules.card", "catalog.tags"] };

type Props = Omit<HomeProps, "tour" | "chart">;

export default function HomeScreen(props: Props) {
  const t = useT();
  const panel = useId();
  const [side, setSide] = useState<Side>("buy");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 pb-8 lg:gap-6 lg:pt-7">
      <header className="grid items-end gap-x-10 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto]">
        <h1 className="max-w-2xl text-lg font-bold tracking-tight sm:text-3xl">{t("home.title")}</h1>
        <div className="sm:w-72">
          <Segments
            label={t("home.side")}
            controls={panel}
            chosen={side}
            onChoose={(key) => setSide(key as Side)}
            segments={[
              { key: "buy", label: t("home.buy_tab"), tone: "buy" },
              { key: "sell", label: t("home.sell_tab"), tone: "sell" },
            ]}
          />
        </div>
      </header>
      <div
        id={panel}
        role="tabpanel"
        aria-labelledby={`${panel}-${side}`}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6"
      >
        <AmountBox key={side} side={side} {...props} />
        <LiveOffers side={side} {...props} />
      </div>
      <Below>
        <Numbers {...props} />
      </Below>
    </div>
  );
}

function LiveOffers({ side, buy, sell, counts, cryptoCode }: { side: Side } & Props) {
  const page = usePage();
  const t = useT();
  const title = useId();
  const offers = side === "buy" ? buy : sell;
  const all = page.href("offersSearch", { side, crypto: cryptoCode });
  return (
    <section aria-labelledby={title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={title} className="text-lg font-semibold">
          {t("home.live")}
        </h2>
        <a href={all} className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-brand">
          {t(side === "buy" ? "home.all_buy" : "home.all_sell")}
          <span className="tabular-nums">({countText(page.locale, side === "buy" ? counts.buy : counts.sell)})</span>
          <Icon shape={arrowEnd} className="rtl:-scale-x-100" />
        </a>
      </div>
      {offers.length === 0 ? (
        <div className="grid justify-items-center gap-3 rounded-xl border border-dashed border-edge bg-raised px-6 py-12 text-center">
          <p className="text-lg font-semibold">{t("home.empty_title")}</p>
          <p className="text-sm text-muted">{t("home.empty_text")}</p>
          <LinkButton href={page.href("createOffer", undefined)}>{t("shell.nav.create_offer")}</LinkButton>
        </div>
      ) : (
        <OfferRows offers={offers} />
      )}
    </section>
  );
}

/** How large the market is, and its prices. */
function Numbers({ rates, counts }: Props) {
  const page = usePage();
  const t = useT();
  const facts = [
    { count: counts.trades, label: t("home.stats_trades") },
    { count: counts.buy + counts.sell, label: t("home.stats_offers") },
    { count: counts.traders, label: t("home.stats_traders") },
    { count: counts.methods, label: t("home.stats_methods") },
  ];
  return (
    <section
      aria-label={t("home.rates_title")}
      className="rounded-xl border border-line bg-raised px-5 py-4 shadow-card"
    >
      <dl className="grid grid-cols-12 gap-x-4 gap-y-4 *:col-span-4 lg:grid-cols-7 lg:*:col-span-1">
        {facts.map((fact) => (
          <div key={fact.label} className="grid content-start max-lg:col-span-6! sm:max-lg:col-span-3!">
            <dt className="order-2 text-2xs text-muted">{fact.label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{countText(page.locale, fact.count)}</dd>
          </div>
        ))}
        {rates.map((rate) => (
          <div key={rate.code} className="grid content-start">
            <dt className="order-2 flex items-center gap-1.5 text-2xs text-muted">
              <Coin code={rate.code} size={14} />
              {t("home.rate_of", { code: rate.code, fiat: rate.fiatCode })}
            </dt>
            <dd className="text-lg font-semibold tabular-nums max-sm:text-sm">
              <bdi>{priceText(page.locale, rate.price, rate.fiatCode)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
