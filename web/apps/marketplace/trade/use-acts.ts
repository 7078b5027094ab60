/** What a viewer does in a trade: one call each, whose reply is the new view. Asks for the password when the server wants it. */
import { useState } from "react";
import type { TradeVerb, TradeView } from "#contract/trades.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage } from "#sdk/page-kit.ts";
import { type Action, useAction } from "#sdk/use-action.ts";

export type ActInput = { readonly minutes?: 15 | 30 | 60; readonly reasonId?: number; readonly text?: string };

export type Acts = {
  readonly act: Action<[TradeVerb, ActInput?]>;
  /** A release that waits for the password. */
  readonly needsPassword: boolean;
  readonly prove: Action<[string]>;
  readonly dropProof: () => void;
};

export function useActs(hash: string, take: (view: TradeView) => void): Acts {
  const page = usePage();
  const [waiting, setWaiting] = useState<[TradeVerb, ActInput?] | null>(null);
  const params = { id: hash };

  const send = async (verb: TradeVerb, input: ActInput = {}): Promise<TradeView> => {
    const trades = await import("#contract/trades.ts");
    const plain = {
      fund: trades.fundTrade,
      reveal_details: trades.revealPaymentDetails,
      mark_paid: trades.markTradePaid,
      ask_reopen: trades.reopenTrade,
      reopen: trades.reopenTrade,
    } as const;
    if (verb in plain) return (await page.call(plain[verb as keyof typeof plain], { params })).data;
    if (verb === "release") return (await page.call(trades.releaseTrade, { params, body: {} })).data;
    if (verb === "cancel") return (await page.call(trades.cancelTrade, { params, body: {} })).data;
    if (verb === "extend")
      return (await page.call(trades.extendTrade, { params, body: { minutes: input.minutes ?? 30 } })).data;
    const { openDispute } = await import("#contract/disputes.ts");
    const body = { dispute_reason_id: input.reasonId ?? 5, dispute_reason_text: input.text ?? "" };
    return (await page.call(openDispute, { params, body })).data;
  };

  const act = useAction(async (verb: TradeVerb, input?: ActInput) => {
    try {
      take(await send(verb, input));
    } catch (error) {
      if (!isDeclined(error) || error.code !== "auth.password_proof") throw error;
      setWaiting([verb, input]);
    }
  });
  const prove = useAction(
    async (password: string) => {
      const { provePassword } = await import("#contract/auth.ts");
      await page.call(provePassword, { body: { password } });
      const again = waiting;
      setWaiting(null);
      if (again) take(await send(...again));
    },
    { fields: ["password"] },
  );
  return { act, needsPassword: waiting !== null, prove, dropProof: () => setWaiting(null) };
}
