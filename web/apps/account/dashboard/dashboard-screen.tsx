/** Pending actions of the reader, recent activity, and shortcuts to offers and coins. */
import { useState } from "react";
import type { DashboardProps } from "#contract/market/pages.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { bell, heart, lock, swap, user, wallet } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Segments } from "#ui/segments.tsx";
import { ActiveTrades } from "./active-trades.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { GetStarted } from "./get-started.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { useActiveList } from "./use-active-list.ts";
import { RewardsBlock } from "./rewards-block.tsx";
import { HistoryList } from "./history-list.tsx";
import { StatisticsCard } from "./statistics-card.tsx";
import { OffersCard } from "./offers-card.tsx";

export const screen: PageScreen<"dashboard", typeof DashboardScreen> = {
  title: "shell.nav.dashboard",
  active: "trades",
  texts: [
    "dashboard",
    "myoffers.message",
    "verification.level",
    "partners.dashboard",
    "partners.balance.held",
    "partners.balance.open",
  ],
};

export default function DashboardScreen(props: DashboardProps) {
  const { active, recent, offers, rewards, statistics, start } = props;
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [tab, setTab] = useState(props.activeTab);
  const isNew = start !== null && session?.roles.length === 0;
  const isOnTop = page.flags.isRewardsBlockOnTopOnDashboard;
  const block = rewards && <RewardsBlock {...rewards} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <h1 className="text-2xl font-bold tracking-tight">{t("dashboard.title", { name: session?.username ?? "" })}</h1>
      {isOnTop && block}
      <NeedsYou active={active} holds={props.holds} isQuiet={isNew} />
      {isNew && <GetStarted start={start} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <BalanceCard balance={props.balance} />
        <LimitsCard limits={props.limits} />
      </div>
      <OpenTrades active={active} tab={tab} onTab={setTab} />
      <StatisticsCard statistics={statistics} tab={tab} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section className="grid gap-3" aria-labelledby="recent">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="recent" className="text-lg font-semibold">
              {t("dashboard.recent.title")}
            </h2>
            <LinkButton look="quiet" size="sm" href={page.href("tradeHistory", undefined)}>
              {t("dashboard.recent.all")}
            </LinkButton>
          </div>
          {recent.length === 0 ? (
            <p className="rounded-xl border border-line bg-raised p-5 text-sm text-muted">
              {t("dashboard.recent.none")}
            </p>
          ) : (
            <HistoryList isShort rows={recent} caption={t("dashboard.recent.title")} />
          )}
        </section>
        <div className="grid gap-6">
          <OffersCard counts={offers} />
          <Card className="grid p-2" aria-label={t("dashboard.links.title")}>
            <Way href={page.href("wallet", undefined)} shape={wallet} text={t("dashboard.links.wallet")} />
            <Way href={page.href("userDashboardP2p", undefined)} shape={swap} text={t("dashboard.links.p2p")} />
            <Way href={page.href("giftCards", undefined)} shape={lock} text={t("dashboard.links.gift_cards")} />
            <Way
              href={page.href("contacts", { list: "recent-trades" })}
              shape={user}
              text={t("dashboard.links.contacts")}
            />
            <Way href={page.href("favorites", undefined)} shape={heart} text={t("dashboard.links.favorites")} />
            <Way href={page.href("savedSearches", undefined)} shape={bell} text={t("dashboard.links.searches")} />
            {session && (
              <Way
                href={page.href("user", { username: session.username })}
                shape={user}
                text={t("dashboard.links.profile")}
              />
            )}
          </Card>
        </div>
      </div>
      {!isOnTop && block}
    </div>
  );
}

type Tab = DashboardProps["activeTab"];
const ROLES = { buy: "buyer", sell: "seller" } as const;

/** The side is in the address too, so that a reload keeps it. */
function OpenTrades({ active, tab, onTab }: Pick<DashboardProps, "active"> & { tab: Tab; onTab: (tab: Tab) => void }) {
  const t = useT();
  const known = useActiveList(active);
  const choose = (key: string) => {
    const next = key === "sell" ? "sell" : "buy";
    const address = new URL(location.href);
    address.searchParams.set("activeTab", next);
    history.replaceState(history.state, "", address);
    onTab(next);
  };
  return (
    <section className="grid gap-3" aria-labelledby="active">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="active" className="text-lg font-semibold">
          {t("dashboard.active.title")}
        </h2>
        <div className="max-sm:w-full">
          <Segments
            label={t("dashboard.active.title")}
            controls="active-trades"
            chosen={tab}
            onChoose={choose}
            segments={(["buy", "sell"] as const).map((key) => ({
              key,
              label: t(`dashboard.p2p.${key}`, { count: known.filter(({ role }) => role === ROLES[key]).length }),
            }))}
          />
        </div>
      </div>
      <div id="active-trades" role="tabpanel" aria-labelledby={`active-trades-${tab}`}>
        <ActiveTrades active={active} role={ROLES[tab]} />
      </div>
    </section>
  );
}

function Way({ href, shape, text }: { href: string; shape: string; text: string }) {
  return (
    <a href={href} className="flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm font-medium hover:bg-sunken">
      <Icon shape={shape} className="text-muted" />
      {text}
    </a>
  );
}
