/** A folder of conversations: as the page brought it, and what comes by the live channel. */
import type { MessagesPageProps } from "#contract/reach/pages.ts";
import type { Conversation } from "#contract/reach/messenger/messenger.ts";
import type { ChatFolder } from "#contract/reach/messenger/names.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";
import { usePage } from "#sdk/page-kit.ts";

type Held = Pick<MessagesPageProps, "counts"> & {
  readonly rows: readonly Conversation[];
  readonly next: string | null;
};

export function useFolder({ folder, found, counts, after }: MessagesPageProps) {
  const page = usePage();
  const first: Held = { rows: found.rows, next: found.next, counts };
  const key = ["conversations", folder, after] as const;
  const { data: held = first } = usePageQuery<Held>({
    queryKey: key,
    initialData: first,
    refetchInterval: useAskingWhileCut(),
    queryFn: async () => {
      const { listConversations } = await import("#contract/reach/messenger/messenger.ts");
      const { data, meta } = await page.call(listConversations, { query: { folder, ...(after && { after }) } });
      return { ...data, counts: meta };
    },
  });
  const merge = useMerge<Held>(key);
  useLive("user", ({ type, payload }) => {
    if (type !== "messenger.changed") return;
    const { conversation, message, unreadChats: unread, requests } = payload;
    merge((known) => ({
      ...known,
      counts: { unread, requests },
      rows: placed(known.rows, conversation, {
        isHere: folderOf(conversation) === folder,
        // An older page stays as it is: the newest conversation is on the first one.
        isNewest: message !== null && after === "",
      }),
    }));
  });
  return held;
}

function folderOf({ state, isArchived }: Conversation): ChatFolder | null {
  if (state === "declined") return null;
  if (isArchived) return "archived";
  return state === "request" ? "requests" : "conversations";
}

function placed(
  rows: readonly Conversation[],
  changed: Conversation,
  { isHere, isNewest }: { isHere: boolean; isNewest: boolean },
): readonly Conversation[] {
  const others = rows.filter(({ id }) => id !== changed.id);
  if (!isHere) return others;
  if (isNewest) return [changed, ...others];
  return rows.map((row) => (row.id === changed.id ? changed : row));
}
