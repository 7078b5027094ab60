/** The acts of a viewer in a trade: one call each, whose reply is the new view; acts that release coins need a proof first. */
import { useEffect, useRef, useState } from "react";
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { Declined, isDeclined, isUnanswered } from "#sdk/declined.ts";
import { usePage } from "#sdk/page-kit.ts";
import { type Action, useAction } from "#sdk/state/use-action.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { PROOF_FIELDS } from "#widgets/proof-names.ts";
import { sendAct, type SideVerb, type TradeAct } from "./send-act.ts";

type ActionView = TradeView["actions"][number];

export type Acts = {
  /** The act, and the action as shown on the page when it was pressed. */
  readonly act: Action<[TradeAct, ActionView["warning"]]>;
  /** Something runs: an act, or what was proved for one. */
  readonly isBusy: boolean;
  /**
   * The last thing tried was to release, and it failed: the coins are where they were. Unknown while no answer came and the trade
   * still offers it: they may have gone. Only this page knows.
   */
  readonly releaseError: "failed" | "unknown" | null;
  /** A release, giving up a paid trade, or a moderator's reopening, that waits for the proof. */
  readonly needsProof: SideVerb | null;
  readonly prove: Action<[Typed]>;
  readonly dropProof: () => void;
  /** Additional data of a reply. */
  readonly taken: (view: TradeView) => void;
};

/** A different act that is pressed while one runs waits for it, and goes only if the trade then still offers the same. */
export function useActs(trade: TradeView, take: (view: TradeView) => void): Acts {
  const page = usePage();
  const [waiting, setWaiting] = useState<TradeAct | null>(null);
  const [failed, setFailed] = useState<{ readonly verb: TradeVerb; readonly isKnown: boolean } | null>(null);
  const now = useRef(trade);
  useEffect(() => {
    if (trade.version >= now.current.version) now.current = trade;
  }, [trade]);
  const taken = (view: TradeView) => {
    now.current = view;
    take(view);
  };
  const refuseChanged = (verb: TradeVerb, warning: ActionView["warning"]) => {
    if (now.current.actions.some((one) => one.name === verb && one.warning === warning)) return;
    throw new Declined(409, "trade.wrong_status", page.t("trade.changed_meanwhile"));
  };

  const send = async (wanted: TradeAct) => {
    setFailed(null);
    try {
      taken(await sendAct(page, trade.tradeHash, wanted));
    } catch (error) {
      if (!isDeclined(error) || error.code !== "auth.password_proof")
        setFailed({ verb: wanted.verb, isKnown: !isUnanswered(error) });
      throw error;
    }
  };

  const act = useAction(async (wanted: TradeAct, warning: ActionView["warning"]) => {
    refuseChanged(wanted.verb, warning);
    if (isProved(now.current, wanted)) return setWaiting(wanted);
    try {
      await send(wanted);
    } catch (error) {
      if (!isDeclined(error) || error.code !== "auth.password_proof") throw error;
      setWaiting(wanted);
    }
  });
  const prove = useAction(
    async (typed: Typed) => {
      if (!waiting) return;
      const { prove } = await import("#sdk/calls/prove.ts");
      await prove(page, typed, proofFor(waiting, trade.tradeHash));
      setWaiting(null);
      await send(waiting);
    },
    { fields: PROOF_FIELDS },
  );
  const isReleaseError = failed?.verb === "release" && trade.actions.some(({ name }) => name === "release");
  return {
    act,
    isBusy: act.isRunning || prove.isRunning,
    releaseError: isReleaseError ? (failed.isKnown ? "failed" : "unknown") : null,
    needsProof: waiting?.verb ?? null,
    prove,
    dropProof: () => setWaiting(null),
    taken,
  };
}

const PAYS: readonly string[] = ["mark_paid", "share_code"] satisfies TradeVerb[];

/** Whether the server will ask who it is. */
function isProved({ transitions }: TradeView, { verb }: TradeAct): boolean {
  return verb === "release" || (verb === "cancel" && transitions.some((done) => PAYS.includes(done.verb)));
}

/** Of those who reopen a trade only a moderator is asked, by the server. */
function proofFor({ verb }: TradeAct, id: string): ProofFor {
  return { kind: verb === "reopen" || verb === "cancel" ? verb : "release", id };
}
