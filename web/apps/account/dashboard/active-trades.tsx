/** Open trades, those that wait for the reader first: what to do, how long is left, what was written. */
import { isAlarmed } from "#contract/market/trades/active-trade.ts";
import type { DashboardProps } from "#contract/market/pages.ts";
import type { ActiveTrade } from "#contract/market/trades/trade/trades.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { cx } from "#ui/cx.ts";
import { alertTriangle, chat } from "#ui/icons/shapes.ts";
import { StatusBadge, TradeAmounts } from "./trade-words.tsx";
import { useActiveList } from "./use-active-list.ts";

type Props = Pick<DashboardProps, "active"> & { readonly role: ActiveTrade["role"] };

/** Those in which the reader is on one side. */
export function ActiveTrades({ active, role }: Props) {
  const nowMs = useNow(1000);
  const shown = useActiveList(active).filter((trade) => trade.role === role);
  if (shown.length === 0) return <NoTrades role={role} />;
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-raised shadow-card">
      {shown.map((trade) => (
        <ActiveRow key={trade.tradeHash} trade={trade} nowMs={nowMs} isUrgent={isAlarmed(trade, nowMs)} />
      ))}
    </ul>
  );
}

function NoTrades({ role }: Pick<Props, "role">) {
  const page = usePage();
  const t = useT();
  const side = role === "buyer" ? "buy" : "sell";
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-raised p-4 shadow-card">
      <p className="text-sm text-muted">{t(`dashboard.active.none_${role}`)}</p>
      <LinkButton look="secondary" size="sm" href={page.href("offersSearch", { side, crypto: "BTC" })}>
        {t(`dashboard.active.${side}`)}
      </LinkButton>
    </div>
  );
}

function ActiveRow({ trade, nowMs, isUrgent }: { trade: ActiveTrade; nowMs: number; isUrgent: boolean }) {
  const page = usePage();
  const t = useT();
  const who = trade.mustAct ? "you" : "other";
  return (
    <li
      className={cx(
        "grid gap-3 p-4 md:grid-cols-[minmax(0,0.9fr)_minmax(0,0.8fr)_minmax(0,1.5fr)_auto] md:items-center md:gap-6 md:px-5",
        isUrgent && "border-s-4 border-s-bad",
      )}
    >
      <div className="grid content-start gap-1">
        <span className="text-xs font-medium text-muted">
          {t(trade.role === "buyer" ? "dashboard.active.buying" : "dashboard.active.selling")}
        </span>
        <TradeAmounts trade={trade} />
      </div>
      <div className="grid min-w-0 content-start gap-1 text-sm">
        <bdi className="truncate font-semibold">{trade.counterparty.username}</bdi>
        <bdi className="truncate text-xs text-muted">{trade.paymentMethod}</bdi>
      </div>
      <div className="grid content-start gap-1.5">
        <p className={cx("text-sm", trade.mustAct ? "font-semibold" : "text-muted")}>
          {t.maybe(`dashboard.next.${trade.nextKey}_${who}`, t(`dashboard.status.${trade.status}`))}
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={trade.status} />
          {trade.mustAct && <Badge tone="brand">{t("dashboard.active.your_turn")}</Badge>}
          {isUrgent && (
            <Badge tone="bad" icon={alertTriangle}>
              {t("dashboard.active.alarm")}
            </Badge>
          )}
          {trade.unreadMessages > 0 && (
            <Badge tone="brand" icon={chat}>
              {t("dashboard.active.unread", { count: trade.unreadMessages })}
            </Badge>
          )}
        </p>
        {trade.expiresAt && (
          <Countdown
            leftMs={Date.parse(trade.expiresAt) - nowMs}
            totalMs={Date.parse(trade.expiresAt) - Date.parse(trade.startedAt)}
            label={t("dashboard.active.time_left")}
            spoken={(left) => t("dashboard.active.time_spoken", { left, name: trade.counterparty.username })}
          />
        )}
      </div>
      <LinkButton
        look={trade.mustAct ? "primary" : "secondary"}
        href={page.href("viewTrade", { hash: trade.tradeHash })}
        aria-label={t("dashboard.active.open_with", { name: trade.counterparty.username })}
      >
        {t("dashboard.active.open")}
      </LinkButton>
    </li>
  );
}
