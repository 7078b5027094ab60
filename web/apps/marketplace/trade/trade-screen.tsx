/** The trade: what happens next on top, how to pay and the facts on one side, the chat on the other; tabs on a phone. */
import { useEffect, useState } from "react";
import type { TradePageProps } from "#contract/market/pages.ts";
import { isChargedBack, isDisputed } from "#contract/market/trades/trade-statuses.ts";
import type { TradeView } from "#contract/market/trades/trades.ts";
import { seenText } from "#sdk/words/ago.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Below } from "#ui/below.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { UserChip } from "#ui/user-chip.tsx";
import { AfterRelease } from "./after-release.tsx";
import { DisputeReason } from "./disputes/dispute-reason.tsx";
import { GivenAccounts } from "./given-accounts.tsx";
import { BesideTrade } from "./beside-trade.tsx";
import { AwardPanel, CardFacts, DisputeRoom } from "./late-parts.tsx";
import { OtherSide } from "./other-side.tsx";
import { isBarNeeded, TradeActions } from "./trade-actions.tsx";
import { TradeChat } from "./trade-chat.tsx";
import { PaymentDetails, TradeFacts, TradeMoves } from "./trade-facts.tsx";
import { TradeFeedback } from "./trade-feedback.tsx";
import { TimeLeft, TradeNext } from "./trade-next.tsx";
import { TradeReceipts } from "./requirements/trade-receipts.tsx";
import { type Acts, useActs } from "./use-acts.ts";
import { useChat } from "./use-chat.ts";
import { useSeen } from "./use-seen.ts";
import { useTrade } from "./use-trade.ts";

export const screen: PageScreen<"trade", typeof TradeScreen> = {
  title: ({ trade }, { t }) => `${t("trade.page_title")} ${trade.tradeHash}`,
  active: "trades",
  texts: [
    "trade",
    "messenger.button",
    "given",
    "payments.field",
    "disputes.reason",
    "proof",
    "support.contact",
    "support.problem_payment",
  ],
};

const TITLES = { buyer: "trade.title_buy", seller: "trade.title_sell", moderator: "trade.title_case" } as const;

export default function TradeScreen(props: TradePageProps) {
  const t = useT();
  const page = usePage();
  const restrictions = useSession()?.restrictions ?? [];
  const { trade, take } = useTrade(props.trade);
  useSeen(trade);
  const acts = useActs(trade, take);
  const [tab, setTab] = useState<"details" | "chat">("details");
  useDisputeAddress(trade);
  const chat = useChat(trade.tradeHash, { messages: props.messages, state: props.chat }, { isOpen: tab === "chat" });
  const own = { trade, acts, disputeLetters: props.disputeLetters };
  const isModerator = trade.viewerRole === "moderator";
  const other = trade.viewerRole === "buyer" ? trade.seller : trade.buyer;
  const title = `${t(TITLES[trade.viewerRole])} ${cryptoText(page.locale, trade.cryptoAmount.amount, trade.cryptoCurrencyCode)} ${trade.cryptoCurrencyCode}`;
  return (
    <div className="grid gap-5 py-6 max-md:pb-28">
      <TradeHead trade={trade} title={title} />
      <Card className="grid gap-4 p-5">
        <TradeNext trade={trade} />
        <FailedAct acts={acts} />
        <TradeActions {...own} opensDispute={props.opensDispute} />
        {isDisputed(trade.status) && !isModerator && <OpenDispute trade={trade} />}
      </Card>
      <div role="tablist" aria-label={title} className="flex gap-2 md:hidden">
        {(["details", "chat"] as const).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            onClick={() => setTab(name)}
            className={cx(
              "min-h-11 flex-1 rounded-lg border border-line text-sm font-semibold",
              tab === name ? "bg-brand-soft text-brand" : "bg-raised",
            )}
          >
            {t(`trade.tab.${name}`)}
            {name === "chat" && chat.state.unread > 0 ? ` (${chat.state.unread})` : ""}
          </button>
        ))}
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <div className={cx("grid content-start gap-5", tab === "chat" && "max-md:hidden")}>
          {isModerator && isDisputed(trade.status) && (
            <AwardPanel trade={trade} take={take} takenBy={props.caseTakenBy} />
          )}
          {trade.dispute.openedAt && <DisputeRoom trade={trade} />}
          {trade.feedback.mayGive && (
            <Card className="p-5">
              <TradeFeedback trade={trade} />
            </Card>
          )}
          {trade.tradeCompleted && <AfterRelease trade={trade} />}
          {trade.giftCard && <CardFacts card={trade.giftCard} trade={trade} />}
          <Card className="grid gap-3 p-5">
            <h2 className="font-semibold">
              {t(trade.status === "active_funded" ? "trade.details.title" : "trade.details.title_later")}
            </h2>
            <PaymentDetails trade={trade} />
            <GivenAccounts trade={trade} take={take} />
            <details>
              <summary className="min-h-11 cursor-pointer py-2 text-sm font-medium text-brand">
                {t("trade.details.terms")}
              </summary>
              <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
                {trade.offer.terms}
              </p>
            </details>
          </Card>
          <TradeReceipts trade={trade} />
          <Card className="grid gap-4 p-5">
            <h2 className="font-semibold">{t("trade.facts.title")}</h2>
            <TradeFacts trade={trade} />
            <OtherSide trade={trade} />
            <BesideTrade {...props} trade={trade} />
            {trade.receiptUrl && (
              <LinkButton look="secondary" size="sm" href={trade.receiptUrl}>
                {t("trade.receipt")}
              </LinkButton>
            )}
          </Card>
          {trade.flow.type !== "lite" && <TradeMoves trade={trade} />}
        </div>
        <Card className={cx("overflow-hidden md:sticky md:top-4 md:self-start", tab === "details" && "max-md:hidden")}>
          <Below>
            <TradeChat chat={chat} other={other.username} status={trade.status} isSide={!isModerator} />
          </Below>
        </Card>
      </div>
      {isBarNeeded(trade, restrictions) && (
        <div className="fixed inset-x-0 bottom-14 z-10 grid gap-2 border-t border-line bg-raised p-3 md:hidden">
          <TimeLeft trade={trade} />
          <TradeActions {...own} isBar />
        </div>
      )}
    </div>
  );
}

function OpenDispute({ trade }: { trade: TradeView }) {
  const t = useT();
  return (
    <>
      <Alert kind="warning">{t("trade.dispute.open_text")}</Alert>
      <DisputeReason dispute={trade.dispute} />
    </>
  );
}

/** Why the last act was declined; of a release also that nothing has moved, or that nobody can say. */
function FailedAct({ acts: { act, prove, releaseError } }: { acts: Acts }) {
  const t = useT();
  const refusal = act.refusal ?? (releaseError ? prove.refusal : null);
  if (!refusal) return null;
  return (
    <Alert kind="danger" title={releaseError ? t(`trade.release.${releaseError}`) : undefined}>
      {refusal.message}
    </Alert>
  );
}

/** A side of a trade in dispute is at the dispute's address, wherever it came from, also when the dispute is opened meanwhile. */
function useDisputeAddress({ status, viewerRole, tradeHash }: TradeView): void {
  const { href } = usePage();
  const address = href("dispute", { hash: tradeHash });
  useEffect(() => {
    if (!isDisputed(status) || viewerRole === "moderator" || location.pathname === address) return;
    history.replaceState(history.state, "", address);
  }, [status, viewerRole, address]);
}

const headTone = ({ status, tradeCompleted, completedAt }: TradeView) =>
  isChargedBack(status) ? "warn" : tradeCompleted ? "good" : completedAt ? "neutral" : "info";

function TradeHead({ trade, title }: { trade: TradeView; title: string }) {
  const t = useT();
  const page = usePage();
  const isModerator = trade.viewerRole === "moderator";
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
      <div className="flex flex-wrap gap-4">
        {(isModerator ? [trade.buyer, trade.seller] : [other]).map((person) => (
          <UserChip
            key={person.username}
            name={person.username}
            face={person.avatarUrl}
            href={page.href("user", { username: person.username })}
            seen={{ level: person.lastSeen.level, text: seenText(t, page.madeAtMs - Date.parse(person.lastSeen.at)) }}
          >
            <span>{t("trade.trades_count", { count: person.successfulTrades })}</span>
            {person.company?.isVerified && person.fullName && <bdi className="text-ink">{person.fullName}</bdi>}
            {person.company && (
              <span>{t(person.company.isVerified ? "trade.company.verified" : "trade.company.unverified")}</span>
            )}
          </UserChip>
        ))}
      </div>
    </header>
  );
}
