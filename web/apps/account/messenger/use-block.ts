/** Blocks the other user of a conversation, or lets them write again. The live channel brings what follows from it. */
import type { Conversation } from "#contract/reach/messenger/messenger.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";

export function useBlock({ other }: Pick<Conversation, "other">) {
  const page = usePage();
  return useAction(async (action: "blocked" | "unblocked") => {
    const { changeRelation } = await import("#contract/people/accounts.ts");
    await page.call(changeRelation, { params: { username: other.username }, body: { action } });
    page.toast("success", page.t(action === "blocked" ? "messenger.act.blocked" : "messenger.act.unblocked"));
  });
}
