/** The chat of a trade: what was written, what comes by the live channel, sending, and telling what was seen. */
import { useEffect, useRef } from "react";
import type { ChatMessage, ChatState } from "#contract/market/trades/chat.ts";
import { type PageKit, usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";

type Held = { readonly messages: readonly ChatMessage[]; readonly state: ChatState };
export type Chat = ReturnType<typeof useChat>;

/** `isOpen`: on a phone the chat is a tab, and messages on a closed tab have not been seen. */
export function useChat(hash: string, first: Held, { isOpen }: { isOpen: boolean }) {
  const page = usePage();
  const { data: held = first } = usePageQuery<Held>({
    queryKey: ["chat", hash],
    initialData: first,
    queryFn: () => fetchChat(page, hash),
  });
  const merge = useMerge<Held>(["chat", hash]);
  const add = (messages: readonly ChatMessage[]) =>
    merge((known) => ({ ...known, messages: together(known.messages, messages) }));
  const setState = (change: Partial<ChatState>) =>
    merge((known) => ({ ...known, state: { ...known.state, ...change } }));

  useLive("user", ({ type, payload }) => {
    // The messages of a transition come with its changes.
    if (type === "trade.changed" && payload.tradeHash === hash) {
      add(payload.lines);
      setState({ blockReason: payload.blockReason, unread: payload.change.unreadMessages });
    }
    if (type === "chat.message" && payload.tradeHash === hash) {
      add([payload.message]);
      setState({ blockReason: payload.blockReason, unread: payload.unread });
      if (!payload.message.isMine && document.hidden) page.alertTab(page.t("trade.chat.tab_alert"));
    }
    // Sent to both: to the other side what was read, to the reader, in whatever tab, what is left.
    if (type === "chat.read" && payload.tradeHash === hash) {
      if (payload.readByOther) setState({ readByOther: payload.readByOther });
      else setState({ unread: payload.unread });
    }
  });

  useMarkSeen(hash, { newest: held.messages.at(-1)?.id, isOpen, tell: (unread) => setState({ unread }) });

  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** One after the other, so that quick words keep their order. Rejects with what was declined. */
  const send = (text: string, uploadId?: string): Promise<void> => {
    const sent = turn.current.then(async () => {
      const { postMessage } = await import("#contract/market/trades/chat.ts");
      const body = { text, ...(uploadId ? { upload_id: uploadId } : {}) };
      const { data } = await page.call(postMessage, { params: { id: hash }, body });
      add([data]);
    });
    turn.current = sent.catch(() => undefined);
    return sent;
  };
  const earlier = useAction(async (before: string | undefined) => {
    const { listMessages } = await import("#contract/market/trades/chat.ts");
    const { data, meta } = await page.call(listMessages, { params: { id: hash }, query: { before } });
    merge((known) => ({
      messages: together(known.messages, data),
      state: { ...known.state, hasMore: meta.hasMore },
    }));
  });
  const oldest = held.messages[0]?.id;
  return { ...held, send, earlier: { run: () => earlier.run(oldest), isRunning: earlier.isRunning } };
}

/** Messages on an open, visible page count as seen, and are reported once. */
function useMarkSeen(
  hash: string,
  { newest, isOpen, tell }: { newest: string | undefined; isOpen: boolean; tell: (unread: number) => void },
): void {
  const page = usePage();
  const seen = useRef("0");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` is made anew with each drawing and does the same.
  useEffect(() => {
    const look = () => {
      if (!newest || newest === seen.current || document.hidden) return;
      if (!isOpen && matchMedia("(max-width: 767px)").matches) return;
      seen.current = newest;
      void import("#contract/market/trades/chat.ts")
        .then(({ markMessagesRead }) =>
          page.call(markMessagesRead, { params: { id: hash }, body: { message_id: newest } }),
        )
        .then(({ data }) => tell(data.unread))
        .catch(() => undefined);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [newest, hash, page, isOpen]);
}

/** Each once, in the order of their numbers. */
function together(known: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map([...more, ...known].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
}

async function fetchChat(page: PageKit, hash: string): Promise<Held> {
  const { listMessages } = await import("#contract/market/trades/chat.ts");
  const { data, meta } = await page.call(listMessages, { params: { id: hash }, query: {} });
  return { messages: data, state: meta };
}
