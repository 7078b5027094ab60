/** The first message of a stranger: it is accepted, declined, or its author is blocked. */
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { useBlock } from "./use-block.ts";
import type { OpenConversation } from "./use-conversation.ts";

export function RequestBar({ open: { conversation, put } }: { open: OpenConversation }) {
  const page = usePage();
  const t = useT();
  const { id, other } = conversation;
  const name = isolated(other.username);
  const answer = useAction(
    async (verb: "accept" | "decline") => {
      const { acceptConversation, declineConversation } = await import("#contract/reach/messenger/messenger.ts");
      const { data } = await page.call(verb === "accept" ? acceptConversation : declineConversation, {
        params: { id },
      });
      put(data);
      page.toast("success", t(verb === "accept" ? "messenger.request.accepted" : "messenger.request.declined"));
      if (verb === "decline") await page.go("messages", undefined);
    },
    { lane: (verb) => verb },
  );
  const block = useBlock(conversation);
  return (
    <div className="grid gap-3 border-t border-line p-4">
      <div className="grid gap-1">
        <strong className="text-sm">{t("messenger.request.title", { name })}</strong>
        <p className="text-sm text-muted">{t("messenger.request.text", { name })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={answer.isRunningIn("accept")} onClick={() => void answer.run("accept")}>
          {t("messenger.request.accept")}
        </Button>
        <Button look="secondary" isBusy={answer.isRunningIn("decline")} onClick={() => void answer.run("decline")}>
          {t("messenger.request.decline")}
        </Button>
        <Button look="quiet" isBusy={block.isRunning} onClick={() => void block.run("blocked")}>
          {t("messenger.request.block")}
        </Button>
      </div>
    </div>
  );
}
