/** The reader's notices: the number of new ones, live events with a sound and a changing tab title, and the list, which is fetched when the menu first opens. */
import { useState } from "react";
import type { Notification } from "#contract/reach/notifications.ts";
import type { SessionUser } from "#contract/platform/page.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";
import { useReceived } from "./use-received.ts";

const SHOWN = 12;
const PER_PAGE = 50;
export const NOTICES = ["notices"] as const;

export type Held = {
  /** null until the menu was opened. */
  readonly items: readonly Notification[] | null;
  readonly unread: number;
  /** The server has older ones. */
  readonly hasMore: boolean;
};
export type Notices = Pick<Held, "items" | "unread"> & {
  readonly isFailed: boolean;
  readonly open: () => void;
  /** Shows older ones; undefined where all are shown. */
  readonly showMore: (() => void) | undefined;
};

export function useNotices(session: SessionUser): Notices {
  const page = usePage();
  const t = useT();
  const [isOpened, setOpened] = useState(false);
  const first = heldAtFirst(session);
  const query = usePageQuery<Held>({
    queryKey: NOTICES,
    initialData: first,
    refetchInterval: useAskingWhileCut(),
    queryFn: () => fetchNotices(page),
  });
  const held = query.data ?? first;
  const receive = useReceived(held.items);
  const merge = useMerge<Held>(NOTICES);
  const [most, setMost] = useState(SHOWN);
  /** Only what is shown has been seen: older ones stay new until the user sees them. */
  const see = async (items: readonly Notification[]) => {
    const ids = items.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    if (ids.length === 0) return;
    const { openNotifications } = await import("#contract/reach/notifications.ts");
    const { data } = await page.call(openNotifications, { body: { ids: ids.slice(0, PER_PAGE) } });
    merge((known) => ({ ...known, unread: data.unread }));
  };
  const open = async () => {
    setOpened(true);
    const { items } = held.items ? held : ((await query.refetch()).data ?? held);
    await see((items ?? []).slice(0, most));
  };
  const showMore = async () => {
    const items = held.items ?? [];
    if (items.length > most) {
      setMost(items.length);
      return see(items.slice(most));
    }
    const { listNotifications } = await import("#contract/reach/notifications.ts");
    const { data, meta } = await page.call(listNotifications, {
      query: { page: String(Math.ceil(items.length / PER_PAGE) + 1) },
    });
    // One that came meanwhile has moved the others on.
    const older = data.filter(({ id }) => items.every((one) => one.id !== id));
    merge((known) => ({ ...known, items: [...items, ...older], hasMore: meta.hasMore }));
    setMost(items.length + older.length);
    await see(older);
  };
  useLive("user", ({ type, payload }) => {
    if (type !== "notification") return;
    const { notification } = payload;
    receive(notification);
    merge((known) => ({ ...known, items: known.items && [notification, ...known.items], unread: known.unread + 1 }));
    const text = t.maybe(`notifications.title.${notification.kind}`, t("notices.title"));
    page.alertTab(text);
    void import("./chime.ts").then(({ chime }) => chime());
    // A new trade is shown over the page.
    const isShown = notification.kind === "trade_started" || location.pathname.endsWith(notification.link);
    if (!isShown) page.toast("info", text);
  });
  const { items, unread, hasMore } = held;
  const isMore = items !== null && (hasMore || items.length > most);
  return {
    items: items?.slice(0, most) ?? null,
    unread,
    showMore: isMore ? () => void showMore().catch(() => undefined) : undefined,
    isFailed: isOpened && query.isError,
    // Not read at the server then: the number stays, and the next opening tries again.
    open: () => void open().catch(() => undefined),
  };
}

export const heldAtFirst = ({ unreadNotices }: SessionUser): Held => ({
  items: null,
  unread: unreadNotices,
  hasMore: false,
});

export async function fetchNotices(page: PageKit): Promise<Held> {
  const { listNotifications } = await import("#contract/reach/notifications.ts");
  const { data, meta } = await page.call(listNotifications, { query: {} });
  return { items: data, unread: meta.unread, hasMore: meta.hasMore };
}
