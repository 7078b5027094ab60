/** How the reader stands to a user: trust and block, as the server answers. */
import { useState } from "react";
import type { UserProfile } from "#contract/accounts.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";

export type RelationVerb = "blocked" | "unblocked" | "trusted" | "untrusted";
export type Relation = UserProfile["relation"] & { isRunning: boolean; change: (verb: RelationVerb) => Promise<void> };

export function useRelation(user: UserProfile): Relation {
  const page = usePage();
  const [relation, setRelation] = useState(user.relation);
  const act = useAction(async (action: RelationVerb) => {
    const { changeRelation } = await import("#contract/accounts.ts");
    const { data } = await page.call(changeRelation, { params: { username: user.username }, body: { action } });
    setRelation(data);
  });
  return { ...relation, isRunning: act.isRunning, change: act.run };
}
