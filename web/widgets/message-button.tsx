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
  // The staff write in support alone.
  if (obstacle === "staff") return null;
  if (obstacle !== null) return <p className="text-sm text-muted">{t(`messenger.button.obstacle.${obstacle}`)}</p>;
  const known =
    conversationId !== null
      ? page.href("viewConversation", { hash: conversationId })
      : tradeHash !== null
        ? page.href("viewTrade", { hash: tradeHash })
        : null;
  return (
    <LinkButton
      look="secondary"
      size="sm"
      href={known ?? page.href("newMessage", { username, origin })}
      className="justify-self-start"
    >
      <Icon shape={bubble} />
      {t(known === null ? "messenger.button.message" : "messenger.button.open")}
    </LinkButton>
  );
}
