/** What a member does with a conversation beside writing: mute, archive, report, block. */
import { useState } from "react";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Menu, MenuButton } from "#ui/dialogs/menu.tsx";
import { Icon } from "#ui/icon.tsx";
import { alertTriangle, bell, chevronDown, close, lock, offers } from "#ui/icons/shapes.ts";
import { ReportDialog } from "./report-dialog.tsx";
import { useBlock } from "./use-block.ts";
import type { OpenConversation } from "./use-conversation.ts";

type Change = { readonly is_muted: boolean } | { readonly is_archived: boolean };

export function ConversationMenu({ open: { conversation, messages, put } }: { open: OpenConversation }) {
  const page = usePage();
  const t = useT();
  const [asks, ask] = useState<"block" | "report" | null>(null);
  const { id, isMuted, isArchived, isBlockedByMe, other } = conversation;
  const change = useAction(async (body: Change) => {
    const { changeConversation } = await import("#contract/reach/messenger/messenger.ts");
    const { data } = await page.call(changeConversation, { params: { id }, body });
    put(data);
    const done =
      "is_muted" in body
        ? body.is_muted
          ? ("muted" as const)
          : ("unmuted" as const)
        : body.is_archived
          ? ("archived" as const)
          : ("unarchived" as const);
    page.toast("success", t(`messenger.act.${done}`));
  });
  const block = useBlock(conversation);
  /** The newest message of the other side: what a report is about. */
  const reported = messages.findLast(({ isMine }) => !isMine)?.seq;
  const name = isolated(other.username);
  return (
    <>
      <Menu label={t("messenger.act.label")} button={<Icon shape={chevronDown} />}>
        <MenuButton onPress={() => void change.run({ is_muted: !isMuted })}>
          <Icon shape={bell} />
          {t(isMuted ? "messenger.act.unmute" : "messenger.act.mute")}
        </MenuButton>
        <MenuButton onPress={() => void change.run({ is_archived: !isArchived })}>
          <Icon shape={offers} />
          {t(isArchived ? "messenger.act.unarchive" : "messenger.act.archive")}
        </MenuButton>
        {reported !== undefined && (
          <MenuButton onPress={() => ask("report")}>
            <Icon shape={alertTriangle} />
            {t("messenger.act.report")}
          </MenuButton>
        )}
        <MenuButton onPress={() => (isBlockedByMe ? void block.run("unblocked") : ask("block"))}>
          <Icon shape={isBlockedByMe ? lock : close} />
          {t(isBlockedByMe ? "messenger.act.unblock" : "messenger.act.block")}
        </MenuButton>
      </Menu>
      <Dialog
        isOpen={asks === "block"}
        isSheet
        onClose={() => ask(null)}
        title={t("messenger.act.block_title", { name })}
        closeLabel={t("shell.close")}
        footer={
          <>
            <Button look="quiet" onClick={() => ask(null)}>
              {t("messenger.act.cancel")}
            </Button>
            <Button
              look="danger"
              isBusy={block.isRunning}
              onClick={() => void block.run("blocked").then(() => ask(null))}
            >
              {t("messenger.act.block")}
            </Button>
          </>
        }
      >
        <p className="text-sm">{t("messenger.act.block_text")}</p>
      </Dialog>
      {asks === "report" && reported !== undefined && (
        <ReportDialog id={id} seq={reported} name={name} onClose={() => ask(null)} />
      )}
    </>
  );
}
