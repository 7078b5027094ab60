/** Leads to the conversation with another user, or to a first message; where neither is possible it says why. */
import type { ChatStanding } from "#contract/reach/messenger.ts";
import type { ChatOrigin } from "#contract/reach/messenger-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { chat as bubble } from "#ui/icons/shapes.ts";

type Props = { readonly chat: ChatStanding; readonly username: string; readonly origin: ChatOrigin };

export function MessageButton({ chat, username, origin }: Props) {
  const page = usePage();
  const t = useT();
  const { obstacle, tradeHash, conversationId } = chat;
  if (obstacle !== null) return <p className="text-sm text-muted">{t(`messenger.button.obstacle.${obstacle}`)}</p>;
  const [href, text] =
    conversationId !== null
      ? [page.href("viewConversation", { hash: conversationId }), t("messenger.button.open")]
      : tradeHash !== null
        ? [page.href("viewTrade", { hash: tradeHash }), t("messenger.button.open_trade")]
        : [page.href("newMessage", { username, origin }), t("messenger.button.message")];
  return (
    <LinkButton look="secondary" size="sm" href={href} className="justify-self-start">
      <Icon shape={bubble} />
      {text}
    </LinkButton>
  );
}
