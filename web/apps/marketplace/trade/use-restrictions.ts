/** What the reader's restrictions leave open in a trade. Few readers have one: the rules are loaded with the first. */
import { useEffect, useState } from "react";
import type { TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { useSession } from "#sdk/page-kit.ts";

type Rules = typeof import("#contract/compliance/restriction-names.ts");

export type LeftOpen = {
  readonly mayAct: (verb: TradeVerb) => boolean;
  readonly mayWrite: (status: TradeStatus) => boolean;
};

/** A restriction may be set or lifted while the page is open. Until the rules are there, what the server returned is open; it decides. */
export function useRestrictions(): LeftOpen {
  const restrictions = useSession()?.restrictions ?? [];
  const [rules, setRules] = useState<Rules | null>(null);
  const isNeeded = restrictions.length > 0 && rules === null;
  useEffect(() => {
    if (isNeeded) import("#contract/compliance/restriction-names.ts").then((loaded) => setRules(loaded), reportError);
  }, [isNeeded]);
  return {
    mayAct: (verb) => {
      const action = rules?.ACTION_OF_VERB[verb];
      return action === undefined || rules?.leavesOpen(restrictions, action) !== false;
    },
    mayWrite: (status) => rules?.mayWrite(restrictions, status) !== false,
  };
}
