/** The reader's notices: how many are new, heard live with a sound and a calling tab, read when the menu opens. */
import { useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import type { SessionUser } from "#contract/page.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { useLive } from "#sdk/use-live.ts";

const SHOWN = 12;

export type Notices = {
  unread: number;
  /** null until the menu was opened. */
  items: readonly Notification[] | null;
  isFailed: boolean;
  open: () => void;
};

export function useNotices(session: SessionUser): Notices {
  const page = usePage();
  const t = useT();
  const [unread, setUnread] = useState(session.unreadNotices);
  const [items, setItems] = useState<readonly Notification[] | null>(null);
  const read = useAction(
    async () => {
      const { listNotifications, markNotificationsRead } = await import("#contract/notifications.ts");
      const { data, meta } = await page.call(listNotifications, { query: {} });
      setItems(data.slice(0, SHOWN));
      setUnread(meta.unread);
      if (meta.unread > 0) {
        const answer = await page.call(markNotificationsRead, {});
        setUnread(answer.data.unread);
      }
    },
    { quiet: true },
  );
  useLive("user", ({ type, payload }) => {
    if (type !== "notification") return;
    const told = (payload as { notification?: Notification }).notification;
    if (!told) return;
    setUnread((count) => count + 1);
    setItems((known) => known && [told, ...known].slice(0, SHOWN));
    const text = t.maybe(`notices.kind.${told.kind}`, t("notices.title"));
    page.alertTab(text);
    void import("./chime.ts").then(({ chime }) => chime());
    if (!location.pathname.endsWith(told.link)) page.toast("info", text);
  });
  return { unread, items, isFailed: read.refusal !== null, open: () => void read.run() };
}
