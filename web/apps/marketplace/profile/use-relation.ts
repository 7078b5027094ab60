/** The reader's relation to a user: trust changes at once and ends in the last chosen state, blocking follows the server. */
import { useState } from "react";
import type { UserProfile } from "#contract/people/accounts.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useToggle } from "#sdk/state/use-toggle.ts";

export type RelationVerb = "blocked" | "unblocked" | "trusted" | "untrusted";
export type Relation = UserProfile["relation"] & {
  isRunning: boolean;
  toggleTrust: () => void;
  change: (verb: "blocked" | "unblocked") => Promise<void>;
};

export function useRelation(user: UserProfile): Relation {
  const page = usePage();
  const [relation, setRelation] = useState(user.relation);
  const send = async (action: RelationVerb) => {
    const { changeRelation } = await import("#contract/people/accounts.ts");
    const { data } = await page.call(changeRelation, { params: { username: user.username }, body: { action } });
    setRelation(data);
    return data;
  };
  const trust = useToggle(
    relation.isTrusted,
    async (isTrusted) => (await send(isTrusted ? "trusted" : "untrusted")).isTrusted,
  );
  const act = useAction(async (verb: "blocked" | "unblocked") => void (await send(verb)));
  return {
    ...relation,
    isTrusted: trust.isOn,
    isRunning: act.isRunning,
    toggleTrust: trust.press,
    change: act.run,
  };
}
