/** What a viewer does in a trade: one call each, whose reply is the new view; before a release the password is proved. */
import { useEffect, useRef, useState } from "react";
import type { ProofFor } from "#contract/proofs.ts";
import type { TradeVerb, TradeView } from "#contract/trades.ts";
import { Declined, isDeclined } from "#sdk/declined.ts";
import { usePage } from "#sdk/page-kit.ts";
import { type Action, useAction } from "#sdk/use-action.ts";
import { sendAct, type TradeAct } from "./send-act.ts";

type ActionView = TradeView["actions"][number];

export type Acts = {
  /** The act, and the action as it stood on the page when it was pressed. */
  readonly act: Action<[TradeAct, ActionView["warning"]]>;
  /** A release, or a moderator's reopening, that waits for the password. */
  readonly needsPassword: boolean;
  readonly prove: Action<[string]>;
  readonly dropProof: () => void;
};

/** A different act that is pressed while one runs waits for it, and goes only if the trade then still offers the same. */
export function useActs(trade: TradeView, take: (view: TradeView) => void): Acts {
  const page = usePage();
  const [waiting, setWaiting] = useState<TradeAct | null>(null);
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

  const act = useAction(async (wanted: TradeAct, warning: ActionView["warning"]) => {
    refuseChanged(wanted.verb, warning);
    if (wanted.verb === "release") return setWaiting(wanted);
    try {
      taken(await sendAct(page, trade.tradeHash, wanted));
    } catch (error) {
      if (!isDeclined(error) || error.code !== "auth.password_proof") throw error;
      setWaiting(wanted);
    }
  });
  const prove = useAction(
    async (password: string) => {
      if (!waiting) return;
      const { prove } = await import("#contract/auth.ts");
      await page.call(prove, { body: { for: proofFor(waiting, trade.tradeHash), password } });
      setWaiting(null);
      taken(await sendAct(page, trade.tradeHash, waiting));
    },
    { fields: ["password"] },
  );
  return { act, needsPassword: waiting !== null, prove, dropProof: () => setWaiting(null) };
}

/** Of those who reopen a trade only a moderator is asked, by the server. */
function proofFor({ verb }: TradeAct, id: string): ProofFor {
  return { kind: verb === "reopen" ? "reopen" : "release", id };
}
