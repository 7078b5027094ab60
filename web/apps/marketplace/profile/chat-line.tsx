/** Whose messages the user accepts, and the way to write to them. */
import type { ChatStanding } from "#contract/reach/messenger/messenger.ts";
import { useT } from "#sdk/page-kit.ts";
import { MessageButton } from "#widgets/message-button.tsx";

export function ChatLine({ chat, username }: { chat: ChatStanding; username: string }) {
  const t = useT();
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{t(`profile.chat.accepts.${chat.accepts}`)}</p>
      <MessageButton chat={chat} username={username} origin="profile" />
    </div>
  );
}
