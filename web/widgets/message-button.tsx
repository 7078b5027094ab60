/** Leads to the conversation with another user, or to a first message; where neither is possible it says why. */
import { useEffect, useState } from "react";
import type { ChatStanding } from "#contract/reach/messenger/messenger.ts";
import type { ChatObstacle, ChatOrigin } from "#contract/reach/messenger/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { LinkButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { chat as bubble } from "#ui/icons/shapes.ts";

const MESSENGER_TEXTS = import.meta.glob<Messages>("../i18n/messenger/*.json", { import: "default" });

type Props = { readonly chat: ChatStanding; readonly username: string; readonly origin: ChatOrigin };

export function MessageButton({ chat, username, origin }: Props) {
  const page = usePage();
  const t = useT();
  const { obstacle, tradeHash, conversationId } = chat;
  if (obstacle !== null) return <Obstacle obstacle={obstacle} />;
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

/** Few readers meet one: its text comes after the page. */
function Obstacle({ obstacle }: { obstacle: ChatObstacle }) {
  const page = usePage();
  const t = useT();
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    loadTexts(page, "messenger", MESSENGER_TEXTS).then(() => setHasTexts(true), reportError);
  }, [page]);
  return hasTexts ? <p className="text-sm text-muted">{t(`messenger.obstacle.${obstacle}`)}</p> : null;
}
