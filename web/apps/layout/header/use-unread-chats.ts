/** Conversations outside trades with unread messages: from the document, then from the live channel. None for a banned user. */
import type { SessionUser } from "#contract/platform/page.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";

const UNREAD = ["unread-chats"] as const;

export function useUnreadChats(session: SessionUser): number {
  const page = usePage();
  const { data = session.unreadChats } = usePageQuery<number>({
    queryKey: UNREAD,
    initialData: session.unreadChats,
    enabled: !session.isBanned,
    refetchInterval: useAskingWhileCut(),
    queryFn: async () => {
      const { listConversations } = await import("#contract/reach/messenger/messenger.ts");
      return (await page.call(listConversations, { query: {} })).meta.unread;
    },
  });
  const merge = useMerge<number>(UNREAD);
  useLive("user", ({ type, payload }) => {
    if (type === "messenger.changed") merge(() => payload.unreadChats);
  });
  return session.isBanned ? 0 : data;
}
