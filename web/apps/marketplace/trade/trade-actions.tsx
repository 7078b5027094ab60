/** The buttons: exactly the actions that the server returned, each with the question that goes before it. */
import { useState } from "react";
import type { TradeView } from "#contract/market/trades/trades.ts";
import { ACTION_OF_VERB, leavesOpen } from "#contract/compliance/restriction-names.ts";
import type { TradeVerb } from "#contract/market/trades/trade-verbs.ts";
import { isTimed } from "#contract/market/trades/trade-statuses.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Button } from "#ui/button.tsx";
import { useDialogsAtHand } from "#ui/dialogs/dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ProofDialog } from "./requirements/proof-dialog.tsx";
import { RevealCode } from "./requirements/reveal-code.tsx";
import { isAtOnce, isOfSide, wordOfAct } from "./send-act.ts";
import type { Acts } from "./use-acts.ts";

type ActionView = TradeView["actions"][number];

const MAIN: readonly TradeVerb[] = [
  "fund",
  "reveal_details",
  "mark_paid",
  "share_gift_card",
  "accept_gift_card",
  "share_code",
  "reveal_code",
  "release",
  "reopen",
  "ask_reopen",
];

export function TradeActions({
  trade,
  acts,
  isBar = false,
  opensDispute = false,
  disputeLetters,
}: {
  trade: TradeView;
  acts: Acts;
  isBar?: boolean;
  /** Begins with the question about the dispute, if it may be opened now. */
  opensDispute?: boolean;
  disputeLetters: number;
}) {
  const t = useT();
  const nowMs = useNow(5000);
  // The question before coins move must not depend on the line then.
  useDialogsAtHand();
  const own = useOwnActions(trade);
  const [asking, setAsking] = useState<ActionView | null>(
    () => (opensDispute && trade.dispute.available && own.shown.find(({ name }) => name === "open_dispute")) || null,
  );
  const { shown } = own;
  const kept = isBar ? [] : own.kept;
  const isLooking = asking?.name === "reveal_code";
  const main = shown.filter(({ name }) => MAIN.includes(name) && !isEarlyRelease(trade, name));
  const rest = shown.filter((action) => !main.includes(action));
  const press = (action: ActionView) => {
    if (isAtOnce(action.name)) void acts.act.run({ verb: action.name }, action.warning);
    else setAsking(action);
  };
  const label = ({ name }: ActionView) => t.maybe(`trade.act.${wordOfAct(trade, name)}`, name);
  const waitMin = ({ availableAt }: ActionView) =>
    availableAt ? Math.max(0, Math.ceil((Date.parse(availableAt) - nowMs) / 60_000)) : 0;
  // A code that is being read stays, whatever becomes of the trade.
  if (shown.length === 0 && kept.length === 0 && !isLooking) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {kept.length > 0 && <KeptActions names={kept.map(label)} />}
      {main.map((action) => (
        <Button
          key={action.name}
          size="lg"
          isBusy={acts.isBusy}
          onClick={() => press(action)}
          wide={isBar}
          // On a phone it is in the bar at the bottom.
          className={isBar ? "" : "max-md:hidden"}
        >
          {label(action)}
        </Button>
      ))}
      {!isBar &&
        rest.map((action) => {
          const minutes = waitMin(action);
          return (
            <Button
              key={`${action.name}${action.warning ?? ""}`}
              look={action.name === "cancel" ? "quiet" : "secondary"}
              disabled={minutes > 0}
              onClick={() => press(action)}
            >
              {minutes > 0
                ? t("trade.available_in", { action: label(action), minutes: String(minutes) })
                : label(action)}
            </Button>
          );
        })}
      {isLooking && <RevealCode trade={trade} onTaken={acts.taken} onClose={() => setAsking(null)} />}
      {asking && !isLooking && (
        <ConfirmDialog
          trade={trade}
          action={asking}
          disputeLetters={disputeLetters}
          isBusy={acts.act.isRunning}
          onClose={() => setAsking(null)}
          onConfirm={(act) => void acts.act.run(act, asking.warning).then(() => setAsking(null))}
        />
      )}
      {acts.needsProof && !isBar && (
        <ProofDialog
          prove={acts.prove}
          onClose={acts.dropProof}
          codesFor={{ kind: acts.needsProof === "release" ? "release" : "cancel", id: trade.tradeHash }}
          isLimited={acts.needsProof === "release"}
        />
      )}
    </div>
  );
}

/** The actions of a side, and those that a restriction blocks. A restriction may be set or lifted while the page is open. */
function useOwnActions({ actions }: TradeView): { readonly shown: ActionView[]; readonly kept: ActionView[] } {
  const restrictions = useSession()?.restrictions ?? [];
  const own = actions.filter(({ name }) => isOfSide(name));
  const isOpen = (action: ActionView) => isLeftOpen(action, restrictions);
  return { shown: own.filter(isOpen), kept: own.filter((action) => !isOpen(action)) };
}

function isLeftOpen({ name }: ActionView, restrictions: readonly string[]): boolean {
  const action = ACTION_OF_VERB[name];
  return action === undefined || leavesOpen(restrictions, action);
}

function KeptActions({ names }: { names: readonly string[] }) {
  const t = useT();
  const { href, locale } = usePage();
  const list = new Intl.ListFormat(locale, { type: "conjunction" }).format(new Set(names));
  return (
    <p className="w-full text-sm text-muted">
      {t("trade.kept_actions", { actions: list })}{" "}
      <a href={href("accountRestrictions", undefined)} className="font-medium text-brand underline">
        {t("trade.kept_why")}
      </a>
    </p>
  );
}

/** Whether the phone's bar has anything to say: a main action, or time that runs. */
export function isBarNeeded(trade: TradeView, restrictions: readonly string[]): boolean {
  const main = trade.actions.some(
    (action) => MAIN.includes(action.name) && isLeftOpen(action, restrictions) && !isEarlyRelease(trade, action.name),
  );
  return main || trade.next.by !== null;
}

/** Releasing before the buyer paid, or before the code was seen, is possible, but never the first thing to press. */
function isEarlyRelease({ status, giftCard }: TradeView, name: TradeVerb): boolean {
  return name === "release" && (isTimed(status) || giftCard?.revealedAt === null);
}
