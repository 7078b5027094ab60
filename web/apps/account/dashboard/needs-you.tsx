/** What waits for the reader, the most urgent first: trades in which it is their turn, unread messages, offers that are held back. */
import type { ReactNode } from "react";
import type { DashboardProps } from "#contract/market/pages.ts";
import { isAlarmed } from "#contract/market/trades/active-trade.ts";
import type { ActiveTrade } from "#contract/market/trades/trade/trades.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { alertTriangle, chat, checkCircle, clock, offers as offersShape } from "#ui/icons/shapes.ts";
import { useActiveList } from "./use-active-list.ts";

type Props = Pick<DashboardProps, "active" | "holds"> & {
  /** Nothing is said where nothing waits. */
  readonly isQuiet: boolean;
};

export function NeedsYou({ active, holds, isQuiet }: Props) {
  const page = usePage();
  const t = useT();
  const nowMs = useNow(1000);
  const known = useActiveList(active);
  const turns = known.filter(({ mustAct }) => mustAct).toSorted((one, other) => endOf(one) - endOf(other));
  const unread = known.filter(({ mustAct, unreadMessages }) => !mustAct && unreadMessages > 0);
  const count = turns.length + unread.length + holds.length;
  if (count === 0 && isQuiet) return null;
  if (count === 0)
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Icon shape={checkCircle} className="text-good" />
        {t("dashboard.needs.nothing")}
      </p>
    );
  return (
    <Card aria-labelledby="needs" className="overflow-hidden">
      <h2 id="needs" className="border-b border-line px-4 py-3 font-semibold">
        {t("dashboard.needs.title", { count })}
      </h2>
      <ul className="divide-y divide-line">
        {turns.map((trade) => (
          <TurnRow key={trade.tradeHash} trade={trade} nowMs={nowMs} />
        ))}
        {unread.map((trade) => (
          <Row
            key={trade.tradeHash}
            shape={chat}
            href={page.href("viewTrade", { hash: trade.tradeHash })}
            about={<About trade={trade} />}
            act={t("dashboard.needs.read")}
          >
            {t("dashboard.active.unread", { count: trade.unreadMessages })}
          </Row>
        ))}
        {holds.map((hold) => (
          <Row
            key={hold}
            shape={offersShape}
            href={page.href("myOffers", undefined)}
            act={t("dashboard.offers.manage")}
          >
            {t(`myoffers.message.${hold}`)}
          </Row>
        ))}
      </ul>
    </Card>
  );
}

const endOf = ({ expiresAt }: ActiveTrade) => (expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY);

function TurnRow({ trade, nowMs }: { trade: ActiveTrade; nowMs: number }) {
  const page = usePage();
  const t = useT();
  const isUrgent = isAlarmed(trade, nowMs);
  return (
    <Row
      shape={isUrgent ? alertTriangle : clock}
      isUrgent={isUrgent}
      href={page.href("viewTrade", { hash: trade.tradeHash })}
      about={<About trade={trade} />}
      act={t("dashboard.active.open")}
      label={t("dashboard.active.open_with", { name: trade.counterparty.username })}
      beside={
        trade.expiresAt && (
          <Countdown
            leftMs={Date.parse(trade.expiresAt) - nowMs}
            totalMs={Date.parse(trade.expiresAt) - Date.parse(trade.startedAt)}
            label={t("dashboard.active.time_left")}
            spoken={(left) => t("dashboard.active.time_spoken", { left, name: trade.counterparty.username })}
          />
        )
      }
    >
      {t.maybe(`dashboard.next.${trade.nextKey}_you`, t(`dashboard.status.${trade.status}`))}
    </Row>
  );
}

function About({ trade }: { trade: ActiveTrade }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <>
      {t(trade.role === "buyer" ? "dashboard.active.buying" : "dashboard.active.selling")}{" "}
      <bdi>
        {cryptoText(locale, trade.cryptoAmount, trade.cryptoCurrencyCode)} {trade.cryptoCurrencyCode}
      </bdi>{" "}
      · <bdi>{trade.counterparty.username}</bdi> · <bdi>{trade.paymentMethod}</bdi>
    </>
  );
}

type RowProps = {
  readonly shape: string;
  readonly href: string;
  readonly act: string;
  readonly label?: string;
  readonly about?: ReactNode;
  readonly beside?: ReactNode;
  readonly isUrgent?: boolean;
  readonly children: ReactNode;
};

function Row({ shape, href, act, label, about, beside, isUrgent = false, children }: RowProps) {
  return (
    <li
      className={cx(
        "grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]",
        isUrgent && "bg-bad-soft",
      )}
    >
      <Icon shape={shape} size={20} className={isUrgent ? "text-bad" : "text-brand"} />
      <div className="grid gap-0.5">
        <p className="text-sm font-semibold">{children}</p>
        {about && <p className="text-xs text-muted">{about}</p>}
      </div>
      <span className="max-sm:col-start-2 max-sm:row-start-2">{beside}</span>
      <LinkButton
        size="sm"
        look={isUrgent ? "primary" : "secondary"}
        className="max-sm:col-start-2 max-sm:justify-self-start"
        href={href}
        aria-label={label}
      >
        {act}
      </LinkButton>
    </li>
  );
}
