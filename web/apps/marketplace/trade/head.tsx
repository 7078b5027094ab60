/** What is traded, how the trade stands, and with whom. */
import { isChargedBack } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { seenText } from "#sdk/words/ago.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { UserChip } from "#ui/user-chip.tsx";

const headTone = ({ status, tradeCompleted, completedAt }: TradeView) =>
  isChargedBack(status) ? "warn" : tradeCompleted ? "good" : completedAt ? "neutral" : "info";

/** A moderator has the sides in a column of their own. */
export function TradeHead({ trade, title }: { trade: TradeView; title: string }) {
  const t = useT();
  const page = usePage();
  const other = trade.viewerRole === "buyer" ? trade.seller : trade.buyer;
  return (
    <header className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-1">
        <h1 className="text-2xl font-bold">{title}</h1>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <span>
            <bdi>
              {fiatText(page.locale, trade.fiatAmount, trade.currency.code)} {trade.currency.code}
            </bdi>{" "}
            · {trade.paymentMethod.name.localized}
          </span>
          <Badge tone={headTone(trade)}>
            {t(trade.division ? "trade.status.dispute_divided" : `trade.status.${trade.status}`)}
          </Badge>
        </p>
      </div>
      {trade.viewerRole !== "moderator" && (
        <UserChip
          name={other.username}
          face={other.avatarUrl}
          href={page.href("user", { username: other.username })}
          seen={{ level: other.lastSeen.level, text: seenText(t, page.madeAtMs - Date.parse(other.lastSeen.at)) }}
        >
          <span>{t("trade.trades_count", { count: other.successfulTrades })}</span>
          {other.company?.isVerified && other.fullName && <bdi className="text-ink">{other.fullName}</bdi>}
          {other.company && (
            <span>{t(other.company.isVerified ? "trade.company.verified" : "trade.company.unverified")}</span>
          )}
        </UserChip>
      )}
    </header>
  );
}
