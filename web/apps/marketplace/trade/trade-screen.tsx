/** The trade: what happens next, how to pay and the facts on one side, the chat on the other; tabs on a phone. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { TradePageProps } from "#contract/market/pages.ts";
import { isChargedBack, isDisputed } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { cryptoText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { BesideTrade } from "./beside-trade.tsx";
import { ChatPane, type Tab, TradeTabs } from "./chat-pane.tsx";
import { DisputeReason } from "./disputes/reason.tsx";
import { FirstTrade } from "./first-trade.tsx";
import {
  AwardPanel,
  CardFacts,
  CaseColumn,
  ContactSupport,
  DisputeRoom,
  TradeFeedback,
  TradeReceipts,
} from "./late-parts.tsx";
import { OtherSide } from "./other-side.tsx";
import { PaymentCard } from "./payment/payment-card.tsx";
import { AfterRelease } from "./result/after-release.tsx";
import { TradeResult } from "./result/trade-result.tsx";
import { isBarNeeded, TradeActions } from "./actions.tsx";
import { TradeFacts, TradeMoves } from "./facts.tsx";
import { TradeHead } from "./head.tsx";
import { TimeLeft, TradeNext } from "./next.tsx";
import { type Acts, useActs } from "./use-acts.ts";
import { useChat } from "./use-chat.ts";
import { useRestrictions } from "./use-restrictions.ts";
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
    // Its questions are of a lost factor, and its quotes are of the wallet.
    "proof.title",
    "proof.why",
    "proof.password",
    "proof.code",
    "proof.passkey",
    "proof.confirm",
    "proof.canceled",
    "proof.use",
    "proof.limit",
    "proof.lift",
    "proof.held",
    "proof.sent",
    "proof.demo",
    "support.contact",
    "support.problem_payment",
  ],
};

const TITLES = { buyer: "trade.title_buy", seller: "trade.title_sell", moderator: "trade.title_case" } as const;

export default function TradeScreen(props: TradePageProps) {
  const t = useT();
  const page = usePage();
  const leftOpen = useRestrictions();
  const { trade, take } = useTrade(props.trade);
  useSeen(trade);
  const acts = useActs(trade, take);
  const [tab, setTab] = useState<Tab>("details");
  useDisputeAddress(trade);
  const chat = useChat(trade.tradeHash, { messages: props.messages, state: props.chat }, { isOpen: tab === "chat" });
  const heading = useFocusAfter(acts);
  const own = { trade, acts, disputeLetters: props.disputeLetters };
  const isModerator = trade.viewerRole === "moderator";
  const isOver = trade.completedAt !== null && !isChargedBack(trade.status);
  const title = `${t(TITLES[trade.viewerRole])} ${isolated(`${cryptoText(page.locale, trade.cryptoAmount.amount, trade.cryptoCurrencyCode)} ${trade.cryptoCurrencyCode}`)}`;
  const hasBar = tab === "details" && isBarNeeded(trade, leftOpen);
  return (
    <div
      className={cx(
        "grid items-start gap-5 py-5",
        hasBar && "max-md:pb-28",
        isModerator
          ? "md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1.3fr)_minmax(0,1fr)]"
          : "md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]",
      )}
    >
      {isModerator && (
        <div className={cx("grid gap-4 max-xl:order-last", tab === "chat" && "max-md:hidden")}>
          <CaseColumn trade={trade} history={props.caseHistory} />
        </div>
      )}
      <div className="grid min-w-0 gap-4">
        <TradeHead trade={trade} title={title} />
        <TradeTabs label={title} tab={tab} unread={chat.state.unread} onTab={setTab} />
        <div className={cx("grid gap-4", tab === "chat" && "max-md:hidden")}>
          {props.isToured && !isOver && !isDisputed(trade.status) && trade.viewerRole !== "moderator" && (
            <FirstTrade role={trade.viewerRole} onDone={() => heading.current?.focus()} />
          )}
          <Card className="grid gap-4 p-5">
            <TradeNext trade={trade} heading={heading} />
            <FailedAct acts={acts} />
            <TradeActions {...own} opensDispute={props.opensDispute} />
            {isDisputed(trade.status) && <DisputeReason dispute={trade.dispute} />}
            {isOver && <TradeResult trade={trade} />}
          </Card>
          {trade.dispute.openedAt && <DisputeRoom trade={trade} />}
          {isModerator && isDisputed(trade.status) && (
            <AwardPanel trade={trade} take={take} takenBy={props.caseTakenBy} />
          )}
          {trade.feedback.mayGive && (
            <Card className="p-5">
              <TradeFeedback trade={trade} />
            </Card>
          )}
          {trade.tradeCompleted && <AfterRelease trade={trade} />}
          {isOver ? (
            <details className="group">
              <summary className="flex min-h-11 items-center justify-between rounded-xl border border-line bg-raised px-5 py-3 font-semibold shadow-card">
                {t("trade.facts.all")}
                <Icon shape={chevronDown} className="text-muted group-open:rotate-180" />
              </summary>
              <div className="mt-4 grid gap-4">
                <Particulars {...props} trade={trade} take={take} />
              </div>
            </details>
          ) : (
            <Particulars {...props} trade={trade} take={take} />
          )}
        </div>
      </div>
      <ChatPane trade={trade} chat={chat} isOpen={tab === "chat"} />
      {hasBar && (
        <div className="fixed inset-x-0 bottom-14 z-30 flex items-center gap-3 border-t border-line bg-raised px-4 py-2 md:hidden">
          <TimeLeft trade={trade} />
          <TradeActions {...own} isBar />
        </div>
      )}
    </div>
  );
}

type ParticularsProps = TradePageProps & { readonly take: (view: TradeView) => void };

/** How it is or was paid, and the facts; of an ended trade they are folded. */
function Particulars({ take, ...props }: ParticularsProps) {
  const t = useT();
  const { trade } = props;
  return (
    <>
      {trade.giftCard && <CardFacts card={trade.giftCard} trade={trade} />}
      <PaymentCard trade={trade} take={take} />
      <TradeReceipts trade={trade} />
      {trade.viewerRole !== "moderator" && (
        <Card className="grid gap-4 p-5">
          <h2 className="font-semibold">{t("trade.facts.title")}</h2>
          <TradeFacts trade={trade} />
          <OtherSide trade={trade} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <ContactSupport problem="payment" object={{ kind: "trade", ref: trade.tradeHash }} />
            <BesideTrade {...props} />
          </div>
          {trade.flow.type !== "lite" && <TradeMoves trade={trade} />}
        </Card>
      )}
    </>
  );
}

/** The button that was pressed may be gone by then: the focus goes to the sentence of what is next. */
function useFocusAfter({ isBusy, needsProof }: Acts): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isActing = isBusy || needsProof !== null;
  const wasActing = useRef(false);
  useEffect(() => {
    const isDone = wasActing.current && !isActing;
    wasActing.current = isActing;
    if (!isDone) return;
    // After a closing dialog has tried to give the focus back.
    const timer = setTimeout(() => document.activeElement === document.body && heading.current?.focus(), 150);
    return () => clearTimeout(timer);
  }, [isActing]);
  return heading;
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
