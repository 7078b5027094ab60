/** The chat of a trade: what was written, what comes by the live channel, sending, and telling what was seen. */
import { useEffect, useRef, useState } from "react";
import type { ChatMessage, ChatState } from "#contract/chat.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { useLive } from "#sdk/use-live.ts";

export type Chat = ReturnType<typeof useChat>;

/** `isOpen`: on a phone the chat is a tab, and what stands on a closed tab has not been seen. */
export function useChat(
  hash: string,
  first: { messages: readonly ChatMessage[]; state: ChatState },
  { isOpen }: { isOpen: boolean },
) {
  const page = usePage();
  const [messages, setMessages] = useState(first.messages);
  const [state, setState] = useState(first.state);
  const seen = useRef("0");
  const add = (message: ChatMessage) =>
    setMessages((known) =>
      known.some(({ id }) => id === message.id)
        ? known
        : [...known, message].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id))),
    );

  useLive("user", ({ type, payload }) => {
    const news = payload as Partial<Pick<ChatState, "blockReason" | "readByOther">> & {
      tradeHash?: string;
      message?: ChatMessage;
    };
    if (news.tradeHash !== hash) return;
    if (type === "chat.message" && news.message) {
      add(news.message);
      setState((known) => ({ ...known, blockReason: news.blockReason ?? null }));
      if (!news.message.isMine) setState((known) => ({ ...known, unread: known.unread + 1 }));
      if (!news.message.isMine && document.hidden) page.alertTab(page.t("trade.chat.tab_alert"));
    }
    if (type === "chat.read" && news.readByOther)
      setState((known) => ({ ...known, readByOther: news.readByOther ?? null }));
  });

  // What stands on an open, visible page has been seen.
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (!newest || newest === seen.current || document.hidden) return;
    if (!isOpen && matchMedia("(max-width: 767px)").matches) return;
    seen.current = newest;
    void import("#contract/chat.ts")
      .then(({ markMessagesRead }) =>
        page.call(markMessagesRead, { params: { id: hash }, body: { message_id: newest } }),
      )
      .then(({ data }) => setState((known) => ({ ...known, unread: data.unread })))
      .catch(() => undefined);
  }, [newest, hash, page, isOpen]);

  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** One after the other, so that quick words keep their order. Rejects with what was declined. */
  const send = (text: string, uploadId?: string): Promise<void> => {
    const sent = turn.current.then(async () => {
      const { postMessage } = await import("#contract/chat.ts");
      const body = { text, ...(uploadId ? { upload_id: uploadId } : {}) };
      const { data } = await page.call(postMessage, { params: { id: hash }, body });
      add(data);
    });
    turn.current = sent.catch(() => undefined);
    return sent;
  };
  const oldest = messages[0]?.id;
  const earlier = useAction(async () => {
    const { listMessages } = await import("#contract/chat.ts");
    const { data, meta } = await page.call(listMessages, { params: { id: hash }, query: { before: oldest } });
    setMessages((known) => [...data.filter((one) => known.every(({ id }) => id !== one.id)), ...known]);
    setState((known) => ({ ...known, hasMore: meta.hasMore }));
  });
  return { messages, state, send, earlier };
}
