/** The first screen: what Parley is in two sentences, and live offers of both sides. The tour above it is no script's. */
import { useId, useState } from "react";
import type { HomeProps } from "#contract/market/pages.ts";
import type { Side } from "#contract/market/offers/listing-paths.ts";
import { countText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { Below } from "#ui/below.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { arrowEnd, search } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Segments } from "#ui/segments.tsx";
import { OfferRow } from "../offer-row/offer-row.tsx";

export const screen: PartScreen = { texts: ["home", "offers", "rules.card", "catalog.tags"] };

export default function HomeScreen(props: Omit<HomeProps, "tour" | "chart">) {
  const t = useT();
  return (
    <div className="pb-10">
      <div className="grid gap-8 pt-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10 lg:pt-10">
        <div className="grid content-start gap-6">
          <header className="grid gap-3">
            <h1 className="max-w-2xl text-2xl font-bold tracking-tight sm:text-3xl">{t("home.title")}</h1>
            <p className="max-w-2xl text-base text-muted">{t("home.lead")}</p>
          </header>
          <LiveOffers {...props} />
        </div>
        <aside className="grid content-start gap-4">
          <Below>
            <MarketCard {...props} />
          </Below>
        </aside>
      </div>
    </div>
  );
}

function LiveOffers({ buy, sell, counts, cryptoCode }: Omit<HomeProps, "tour" | "chart">) {
  const page = usePage();
  const t = useT();
  const panel = useId();
  const [side, setSide] = useState<Side>("buy");
  const offers = side === "buy" ? buy : sell;
  const all = page.href("offersSearch", { side, crypto: cryptoCode });
  return (
    <section aria-labelledby={`${panel}-title`} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${panel}-title`} className="text-lg font-semibold">
          {t("home.live")}
        </h2>
        <div className="max-sm:w-full">
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
      </div>
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${side}`}>
        {offers.length === 0 ? (
          <EmptyState
            shape={search}
            title={t("home.empty_title")}
            action={<LinkButton href={page.href("createOffer", undefined)}>{t("shell.nav.create_offer")}</LinkButton>}
          >
            {t("home.empty_text")}
          </EmptyState>
        ) : (
          <Card>
            <ul className="divide-y divide-line overflow-hidden rounded-xl">
              {offers.map((offer) => (
                <OfferRow key={offer.hash} offer={offer} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <LinkButton look="secondary" href={all} className="justify-self-start max-sm:w-full">
        {t(side === "buy" ? "home.all_buy" : "home.all_sell")}
        <span className="tabular-nums">({countText(page.locale, side === "buy" ? counts.buy : counts.sell)})</span>
        <Icon shape={arrowEnd} className="rtl:-scale-x-100" />
      </LinkButton>
    </section>
  );
}

function MarketCard({ rates, counts }: Pick<HomeProps, "rates" | "counts">) {
  const page = usePage();
  const t = useT();
  const facts = [
    { count: counts.buy + counts.sell, label: t("home.stats_offers") },
    { count: counts.traders, label: t("home.stats_traders") },
    { count: counts.methods, label: t("home.stats_methods") },
  ];
  return (
    <Card className="grid gap-4 p-5" aria-label={t("home.rates_title")}>
      <h2 className="text-sm font-semibold">{t("home.rates_title")}</h2>
      <ul className="grid gap-3">
        {rates.map((rate) => (
          <li key={rate.code} className="flex items-center gap-3">
            <Coin code={rate.code} size={26} />
            <span className="grow text-sm font-medium">{rate.code}</span>
            <span className="text-end">
              <bdi className="block text-sm font-semibold tabular-nums">
                {priceText(page.locale, rate.price, rate.fiatCode)} {rate.fiatCode}
              </bdi>
              {rate.state === "recorded" && (
                <span className="block text-2xs text-muted">{t("home.rates_recorded")}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-3 gap-2 border-t border-line pt-4">
        {facts.map((fact) => (
          <div key={fact.label} className="grid">
            <dt className="order-2 text-2xs text-muted">{fact.label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{countText(page.locale, fact.count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
