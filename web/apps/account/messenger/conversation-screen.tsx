/** A conversation with one other user: its messages, the request that it began with, and what may be done with it. */
import { useEffect, useRef } from "react";
import type { ConversationPageProps } from "#contract/reach/pages.ts";
import { seenLevel, seenText } from "#sdk/words/ago.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { UserChip } from "#ui/user-chip.tsx";
import { MessageComposer } from "#widgets/message-composer.tsx";
import { ConversationMenu } from "./conversation-menu.tsx";
import { MessageLine } from "./message-line.tsx";
import { RequestBar } from "./request-bar.tsx";
import { type OpenConversation, useConversation } from "./use-conversation.ts";

export const screen: PageScreen<"conversation", typeof ConversationScreen> = {
  title: ({ conversation }, { t }) => t("messenger.thread.title", { name: conversation.other.username }),
  texts: ["messenger"],
};

export default function ConversationScreen(props: ConversationPageProps) {
  const page = usePage();
  const t = useT();
  const open = useConversation(props);
  const { conversation } = open;
  const { other } = conversation;
  const ageMs = other.lastSeenAt === null ? null : page.madeAtMs - Date.parse(other.lastSeenAt);
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 py-6">
      <a
        href={page.href("messages", undefined)}
        className="flex min-h-11 items-center justify-self-start text-sm font-medium text-brand hover:underline"
      >
        {t("messenger.thread.back")}
      </a>
      <Card className="grid grid-cols-[minmax(0,1fr)]">
        <header className="flex items-center justify-between gap-3 border-b border-line p-4">
          <h1 className="sr-only">{t("messenger.thread.title", { name: isolated(other.username) })}</h1>
          <UserChip
            name={other.username}
            face={other.avatarUrl}
            href={page.href("user", { username: other.username })}
            {...(ageMs !== null && { seen: { level: seenLevel(ageMs), text: seenText(t, ageMs) } })}
          />
          <ConversationMenu open={open} />
        </header>
        <Thread open={open} />
        <Foot open={open} />
      </Card>
    </div>
  );
}

function Thread({ open }: { open: OpenConversation }) {
  const t = useT();
  const { messages, hasMore, earlier, conversation } = open;
  const list = useRef<HTMLOListElement>(null);
  const newest = messages.at(-1)?.seq;
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  // The scroll position of the reader is kept.
  const showEarlier = async () => {
    const below = (list.current?.scrollHeight ?? 0) - (list.current?.scrollTop ?? 0);
    await earlier.run();
    requestAnimationFrame(() => list.current?.scrollTo({ top: list.current.scrollHeight - below }));
  };
  return (
    <ol
      ref={list}
      aria-label={t("messenger.thread.list")}
      className="grid max-h-[45dvh] min-h-72 content-start md:max-h-[60dvh] gap-3 overflow-y-auto p-4"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-live="polite"
    >
      {hasMore && (
        <li className="justify-self-center">
          <Button look="quiet" size="sm" isBusy={earlier.isRunning} onClick={() => void showEarlier()}>
            {t("messenger.thread.earlier")}
          </Button>
        </li>
      )}
      {messages.map((message) => (
        <MessageLine
          key={message.seq}
          message={message}
          other={conversation.other.username}
          isRead={message.seq <= conversation.readByOther}
        />
      ))}
      {messages.length === 0 && <li className="p-6 text-center text-sm text-muted">{t("messenger.thread.empty")}</li>}
    </ol>
  );
}

function Foot({ open }: { open: OpenConversation }) {
  const page = usePage();
  const t = useT();
  const { conversation, send } = open;
  const { other, block, isOpen, isStartedByMe, isAnswered, state } = conversation;
  if (state === "request" && block === null) return <RequestBar open={open} />;
  if (block !== null)
    return (
      <p className="border-t border-line p-4 text-sm text-muted">
        {t(`messenger.block.${block}`, { name: isolated(other.username) })}
      </p>
    );
  return (
    <>
      {isStartedByMe && !isAnswered && (
        <p className="border-t border-line px-4 pt-3 text-sm text-muted">{t("messenger.request.sent")}</p>
      )}
      <MessageComposer
        onSend={send}
        canAttach={isOpen}
        texts={{
          write: t("messenger.thread.write"),
          send: t("messenger.thread.send"),
          attach: t("messenger.thread.attach"),
          uploading: t("messenger.thread.uploading"),
        }}
      >
        {isAnswered && (
          <LinkButton
            look="quiet"
            size="sm"
            className="justify-self-start"
            href={page.href("specialOffer", { chat: conversation.id, partner: other.username })}
          >
            {t("messenger.thread.special")}
          </LinkButton>
        )}
        <Alert kind="light" size="sm" dismissId="messenger-safety" dismissLabel={t("messenger.thread.safety_close")}>
          {t("messenger.thread.safety")}
        </Alert>
      </MessageComposer>
    </>
  );
}
