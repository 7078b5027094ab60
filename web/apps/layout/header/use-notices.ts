/** The reader's notices: how many are new, heard live with a sound and a calling tab, fetched when the menu opens first. */
import { useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import type { SessionUser } from "#contract/page.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/use-live.ts";

const SHOWN = 12;
const KEY = ["notices"] as const;

type Held = {
  /** null until the menu was opened. */
  readonly items: readonly Notification[] | null;
  readonly unread: number;
};
export type Notices = Held & { readonly isFailed: boolean; readonly open: () => void };

export function useNotices(session: SessionUser): Notices {
  const page = usePage();
  const t = useT();
  const [isOpened, setOpened] = useState(false);
  const first: Held = { items: null, unread: session.unreadNotices };
  const query = usePageQuery<Held>({
    queryKey: KEY,
    initialData: first,
    refetchInterval: useAskingWhileCut(),
    queryFn: () => fetchNotices(page),
  });
  const held = query.data ?? first;
  const merge = useMerge<Held>(KEY);
  const open = async () => {
    setOpened(true);
    const { items, unread } = held.items ? held : ((await query.refetch()).data ?? held);
    if (!items || unread === 0) return;
    const { markNotificationsRead } = await import("#contract/notifications.ts");
    const { data } = await page.call(markNotificationsRead, {});
    merge((known) => ({ ...known, unread: data.unread }));
  };
  useLive("user", ({ type, payload }) => {
    if (type !== "notification") return;
    const { notification } = payload;
    merge(({ items, unread }) => ({ items: items && [notification, ...items].slice(0, SHOWN), unread: unread + 1 }));
    const text = t.maybe(`notices.kind.${notification.kind}`, t("notices.title"));
    page.alertTab(text);
    void import("./chime.ts").then(({ chime }) => chime());
    // A new trade is shown over the page.
    const isShown = notification.kind === "trade_started" || location.pathname.endsWith(notification.link);
    if (!isShown) page.toast("info", text);
  });
  return {
    ...held,
    isFailed: isOpened && query.isError,
    // Not read at the server then: the number stays, and the next opening tries again.
    open: () => void open().catch(() => undefined),
  };
}

async function fetchNotices(page: PageKit): Promise<Held> {
  const { listNotifications } = await import("#contract/notifications.ts");
  const { data, meta } = await page.call(listNotifications, { query: {} });
  return { items: data.slice(0, SHOWN), unread: meta.unread };
}
