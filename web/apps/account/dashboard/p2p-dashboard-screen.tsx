/** Open trades by side, and the reader's own offers at a glance. The side is in the address, so that a reload keeps it. */
import type { P2pDashboardProps } from "#contract/market/pages.ts";
import { fiatText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { Segments } from "#ui/segments.tsx";
import { ActiveTrades } from "./active-trades.tsx";
import { OffersCard } from "./offers-card.tsx";
import { useActiveList } from "./use-active-list.ts";

export const screen: PageScreen<"p2p-dashboard", typeof P2pDashboardScreen> = {
  title: "dashboard.p2p.title",
  active: "trades",
  texts: ["dashboard"],
};

const ROLES = { buy: "buyer", sell: "seller" } as const;

export default function P2pDashboardScreen({ activeTab, active, counts, offers }: P2pDashboardProps) {
  const page = usePage();
  const t = useT();
  const known = useActiveList(active);
  const base = page.href("userDashboardP2p", undefined);
  return (
    <div className="grid gap-6 py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("dashboard.p2p.title")}</h1>
        <LinkButton look="quiet" size="sm" href={page.href("userDashboard", undefined)}>
          {t("dashboard.history.to_dashboard")}
        </LinkButton>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section className="grid gap-3" aria-label={t("dashboard.active.title")}>
          <Segments
            label={t("dashboard.active.title")}
            chosen={activeTab}
            segments={(["buy", "sell"] as const).map((key) => ({
              key,
              href: `${base}?activeTab=${key}`,
              label: t(`dashboard.p2p.${key}`, { count: known.filter(({ role }) => role === ROLES[key]).length }),
            }))}
          />
          <ActiveTrades active={active} role={ROLES[activeTab]} />
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <OffersCard counts={counts} />
          {offers.length > 0 && <Glance offers={offers} />}
        </div>
      </div>
    </div>
  );
}

function Glance({ offers }: Pick<P2pDashboardProps, "offers">) {
  const page = usePage();
  const t = useT();
  return (
    <Card className="divide-y divide-line" aria-label={t("dashboard.offers.title")}>
      {offers.map((offer) => (
        <a
          key={offer.idHashed}
          href={page.href("viewOffer", { hash: offer.idHashed })}
          className="grid gap-1 p-4 hover:bg-sunken"
        >
          <span className="flex items-center justify-between gap-2 text-sm font-medium">
            <span className="flex items-center gap-1.5">
              <Coin code={offer.cryptoCurrencyCode} size={16} />
              {t(offer.type === "buy" ? "dashboard.p2p.buys" : "dashboard.p2p.sells", {
                coin: offer.cryptoCurrencyCode,
              })}
            </span>
            <Badge tone={offer.isEnabled ? "good" : "neutral"}>
              {t(offer.isEnabled ? "dashboard.p2p.active" : "dashboard.p2p.paused")}
            </Badge>
          </span>
          <span className="flex flex-wrap justify-between gap-x-3 text-2xs text-muted tabular-nums">
            <bdi>{offer.paymentMethod.name.localized}</bdi>
            <bdi>
              {isolated(fiatText(page.locale, offer.fiatPricePerCrypto, offer.fiatCurrencyCode))}{" "}
              {offer.fiatCurrencyCode}
            </bdi>
          </span>
        </a>
      ))}
    </Card>
  );
}
