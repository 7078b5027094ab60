/** The buttons: exactly the actions that the server returned, each with the question that goes before it. */
import { useState } from "react";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { isDisputed, isTimed } from "#contract/market/trades/trade/statuses.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { durationText } from "#sdk/words/ago.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { useDialogsAtHand } from "#ui/dialogs/dialog.tsx";
import { ConfirmDialog, ProofDialog, RevealCode, useQuestionsAtHand } from "./late-parts.tsx";
import { isAtOnce, isOfSide, wordOfAct } from "./send-act.ts";
import type { Acts } from "./use-acts.ts";
import { type LeftOpen, useRestrictions } from "./use-restrictions.ts";

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

/** They end the trade, and are never the first thing to press. */
const QUIET: readonly TradeVerb[] = ["cancel", "release"];

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
  useDialogsAtHand();
  useQuestionsAtHand();
  const { mayAct } = useRestrictions();
  const own = ownActions(trade, mayAct);
  const [asking, setAsking] = useState<ActionView | null>(
    () => (opensDispute && trade.dispute.available && own.shown.find(({ name }) => name === "open_dispute")) || null,
  );
  const { shown } = own;
  const kept = isBar ? [] : own.kept;
  const isLooking = asking?.name === "reveal_code";
  const main = shown.filter(({ name }) => MAIN.includes(name) && !isEarlyRelease(trade, name));
  const rest = inOrder(shown.filter((action) => !main.includes(action)));
  const press = (action: ActionView) => {
    if (isAtOnce(action.name)) void acts.act.run({ verb: action.name }, action.warning);
    else setAsking(action);
  };
  const label = ({ name }: ActionView) => t.maybe(`trade.act.${wordOfAct(trade, name)}`, name);
  // In whole minutes: the text changes once a minute.
  const waitSec = ({ availableAt }: ActionView) =>
    availableAt ? Math.max(0, Math.ceil((Date.parse(availableAt) - nowMs) / 60_000) * 60) : 0;
  const isEvidence = isDisputed(trade.status) && trade.viewerRole !== "moderator";
  // A code that is being read stays, whatever becomes of the trade.
  if (shown.length === 0 && kept.length === 0 && !isLooking && !isEvidence) return null;
  return (
    <div className={cx("flex flex-wrap items-center gap-2", isBar && "grow")}>
      {kept.length > 0 && <KeptActions names={kept.map(label)} />}
      {isEvidence && (
        <LinkButton size={isBar ? "md" : "lg"} href="#evidence" className={isBar ? "flex-1" : "max-md:hidden"}>
          {t("trade.act.evidence")}
        </LinkButton>
      )}
      {main.map((action) => (
        <Button
          key={action.name}
          size={isBar ? "md" : "lg"}
          isBusy={acts.isBusy}
          onClick={() => press(action)}
          // On a phone it is in the bar at the bottom.
          className={isBar ? "flex-1" : "max-md:hidden"}
        >
          {label(action)}
        </Button>
      ))}
      {!isBar &&
        rest.map((action) => {
          const wait = waitSec(action);
          return (
            <Button
              key={`${action.name}${action.warning ?? ""}`}
              look={QUIET.includes(action.name) ? "quiet" : "secondary"}
              disabled={wait > 0}
              onClick={() => press(action)}
            >
              {wait > 0
                ? t("trade.available_in", { action: label(action), time: durationText(t, wait) })
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

/** The actions of a side, and those that a restriction blocks. */
function ownActions(
  { actions }: TradeView,
  mayAct: LeftOpen["mayAct"],
): Readonly<Record<"shown" | "kept", ActionView[]>> {
  const own = actions.filter(({ name }) => isOfSide(name));
  return { shown: own.filter(({ name }) => mayAct(name)), kept: own.filter(({ name }) => !mayAct(name)) };
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

function inOrder(actions: readonly ActionView[]): readonly ActionView[] {
  return actions.toSorted((a, b) => QUIET.indexOf(a.name) - QUIET.indexOf(b.name));
}

/** Whether the phone's bar has anything to say: a main action, or time that runs. */
export function isBarNeeded(trade: TradeView, { mayAct }: LeftOpen): boolean {
  const main = trade.actions.some(
    (action) => MAIN.includes(action.name) && mayAct(action.name) && !isEarlyRelease(trade, action.name),
  );
  return main || trade.next.by !== null || (isDisputed(trade.status) && trade.viewerRole !== "moderator");
}

/** Releasing before the buyer paid, before the code was seen, or in a dispute, is possible, but never the first thing to press. */
function isEarlyRelease({ status, giftCard }: TradeView, name: TradeVerb): boolean {
  return name === "release" && (isTimed(status) || isDisputed(status) || giftCard?.revealedAt === null);
}
