/** One sentence of what happens next, who must act by when, and what happens by itself otherwise. */
import type { RefObject } from "react";
import { FUND_WITHIN_MINUTES, isUnfunded } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { cryptoText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Countdown } from "#ui/countdown.tsx";
import { Stepper } from "#ui/forms/stepper.tsx";

const STEP: Readonly<Record<string, number>> = {
  not_funded: 0,
  funds_processing: 0,
  funds_processed: 0,
  active_funded: 1,
  gcc_info_shared: 1,
  gcc_info_accepted: 1,
  gcc_code_shared: 2,
  paid: 2,
  dispute_open: 2,
  dispute_awarded: 2,
  released: 4,
  dispute_won_buyer: 4,
  chargeback_started: 4,
  chargeback_paid: 4,
};

/** Steps that end by themselves as another does. */
const THEN_AS: Readonly<Record<string, string>> = {
  funds_processing: "fund",
  funds_processed: "fund",
  dispute_awarded: "dispute",
  pay_and_show: "pay",
  name_payer: "pay",
};

/** The seller goes to the wallet for them. */
const LACKS_COINS: readonly string[] = ["not_funded", "funds_processing"];

/** `heading` gets the focus when the pressed button is gone. */
export function TradeNext({ trade, heading }: { trade: TradeView; heading: RefObject<HTMLHeadingElement | null> }) {
  const t = useT();
  const { href } = usePage();
  const { next, viewerRole } = trade;
  const isMine = next.mustAct === viewerRole;
  const who = next.mustAct === null ? "done" : isMine ? "you" : viewerRole === "moderator" ? "watch" : "other";
  // The alternative is shown to the sides only, where it differs to each its own; moderators know it.
  const thenKey = `trade.next.${THEN_AS[next.key] ?? next.key}.then`;
  const then = viewerRole === "moderator" ? "" : t.maybe(`${thenKey}_${viewerRole}`, t.maybe(thenKey, ""));
  // The buyer sees that the coins are theirs, and where they are.
  const values = useParts(trade);
  const ownEnd = t.maybe(`trade.next.${next.key}.done_${viewerRole}`, "", values);
  // A moderator reads what the other side does, unless there is a text for moderators.
  const watched = t.maybe(`trade.next.${next.key}.other`, t("trade.next.watch"), values);
  const isOver = trade.tradeCompleted || trade.completedAt !== null;
  const step = STEP[trade.status] ?? 1;
  return (
    <div className="grid gap-4">
      {!isOver && (
        <Stepper
          label={t("trade.steps.label")}
          steps={[t("trade.steps.escrow"), t("trade.steps.pay"), t("trade.steps.release"), t("trade.steps.done")]}
          current={trade.status === "active_funded" && trade.flow.state.beforeRevealPaymentDetails ? 1 : step}
        />
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* Not around the countdown: its digits would be spoken every second. */}
        <div className="grid gap-1" aria-live="polite">
          <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
            {ownEnd || t.maybe(`trade.next.${next.key}.${who}`, watched, values)}
          </h2>
          {then && <p className="text-sm text-muted">{then}</p>}
          {(ownEnd || (isMine && LACKS_COINS.includes(trade.status))) && (
            <a href={href("wallet", undefined)} className="text-sm font-medium text-brand underline">
              {t("trade.next.wallet")}
            </a>
          )}
        </div>
        {/* On a phone it is in the bar at the bottom. */}
        <div className="max-md:hidden">
          <TimeLeft trade={trade} />
        </div>
      </div>
    </div>
  );
}

/** The shares of a divided escrow, for its sentence. */
function useParts({ division, cryptoCurrencyCode: code }: TradeView): Record<string, string> {
  const { locale } = usePage();
  if (!division) return {};
  const coins = (amount: string) => isolated(`${cryptoText(locale, amount, code)} ${code}`);
  return { buyer: coins(division.buyer), seller: coins(division.seller) };
}

/** How long is left of the trade's next step; nothing where no time runs. */
export function TimeLeft({ trade }: { trade: TradeView }) {
  const t = useT();
  const nowMs = useNow(1000);
  const { by } = trade.next;
  if (!by) return null;
  return (
    <Countdown
      leftMs={Date.parse(by) - nowMs}
      totalMs={(isUnfunded(trade.status) ? FUND_WITHIN_MINUTES : trade.paymentWindowMinutes) * 60_000}
      label={t("trade.time_left")}
      spoken={(left) => t("trade.time_spoken", { left })}
      word={(part) => (part === "tenth" ? t("trade.hurry") : part === "none" ? t("trade.time_over") : null)}
    />
  );
}
