/** One conversation: its messages, what comes by the live channel, sending, and reporting what was seen. */
import { useEffect, useRef } from "react";
import type { Conversation, DirectMessage } from "#contract/reach/messenger/messenger.ts";
import type { ConversationPageProps } from "#contract/reach/pages.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";

type Held = {
  readonly conversation: Conversation;
  readonly messages: readonly DirectMessage[];
  readonly hasMore: boolean;
};
export type OpenConversation = ReturnType<typeof useConversation>;

export function useConversation(first: ConversationPageProps) {
  const page = usePage();
  const { id } = first.conversation;
  const key = ["conversation", id] as const;
  const { data: held = first } = usePageQuery<Held>({
    queryKey: key,
    initialData: first,
    refetchInterval: useAskingWhileCut(),
    queryFn: async () => {
      const { listDirectMessages } = await import("#contract/reach/messenger/messenger.ts");
      const { data, meta } = await page.call(listDirectMessages, { params: { id }, query: {} });
      return { messages: data, ...meta };
    },
  });
  const merge = useMerge<Held>(key);
  const put = (conversation: Conversation, messages: readonly DirectMessage[] = []) =>
    merge((known) => ({ ...known, conversation, messages: together(known.messages, messages) }));

  useLive("user", ({ type, payload }) => {
    if (type !== "messenger.changed" || payload.conversation.id !== id) return;
    put(payload.conversation, payload.message ? [payload.message] : []);
    if (payload.message && !payload.message.isMine && document.hidden) page.alertTab(page.t("messenger.thread.new"));
  });
  useMarkSeen(held, put);

  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** One after the other, so that quick messages keep their order. Rejects with what was declined. */
  const send = (text: string, uploadId?: string): Promise<void> => {
    const sent = turn.current.then(async () => {
      const { postDirectMessage } = await import("#contract/reach/messenger/messenger.ts");
      const body = { text, ...(uploadId ? { upload_id: uploadId } : {}) };
      const { data } = await page.call(postDirectMessage, { params: { id }, body });
      put(data.conversation, [data.message]);
    });
    turn.current = sent.catch(() => undefined);
    return sent;
  };
  const earlier = useAction(async (before: number) => {
    const { listDirectMessages } = await import("#contract/reach/messenger/messenger.ts");
    const { data, meta } = await page.call(listDirectMessages, { params: { id }, query: { before: String(before) } });
    merge((known) => ({ ...known, messages: together(known.messages, data), hasMore: meta.hasMore }));
  });
  const oldest = held.messages[0]?.seq ?? 0;
  return { ...held, put, send, earlier: { run: () => earlier.run(oldest), isRunning: earlier.isRunning } };
}

/** Messages on a visible page count as seen, and are reported once. A request is seen when it is accepted. */
function useMarkSeen({ conversation, messages }: Held, put: (conversation: Conversation) => void): void {
  const page = usePage();
  const seen = useRef(0);
  const newest = messages.at(-1)?.seq ?? 0;
  const { id, unread, state } = conversation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `put` is made anew with each drawing and does the same.
  useEffect(() => {
    const look = () => {
      if (newest <= seen.current || unread === 0 || state === "request" || document.hidden) return;
      seen.current = newest;
      void import("#contract/reach/messenger/messenger.ts")
        .then(({ readConversation }) => page.call(readConversation, { params: { id }, body: { seq: newest } }))
        .then(({ data }) => put(data))
        .catch(() => undefined);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [newest, unread, state, id, page]);
}

/** Each once, in the order of their numbers. */
function together(known: readonly DirectMessage[], more: readonly DirectMessage[]): readonly DirectMessage[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
