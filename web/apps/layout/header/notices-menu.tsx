/** The bell: how many notices are new, and the last of them. */
import { type ComponentType, useState } from "react";
import type { SessionUser } from "#contract/platform/page.ts";
import { useT } from "#sdk/page-kit.ts";
import { bell } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Menu, MenuTitle } from "#ui/dialogs/menu.tsx";
import { CountBadge } from "./count-badge.tsx";
import { type Notices, useNotices } from "./use-notices.ts";

export function NoticesMenu({ session }: { session: SessionUser }) {
  const t = useT();
  const notices = useNotices(session);
  const [Panel, setPanel] = useState<ComponentType<{ notices: Notices }> | null>(null);
  const open = () => {
    notices.open();
    void import("./notices-panel.tsx").then(({ NoticesPanel }) => setPanel(() => NoticesPanel));
  };
  return (
    <Menu
      label={t("notices.title")}
      className="max-sm:static"
      panelClassName="w-88 max-sm:inset-x-2 max-sm:w-auto"
      onOpen={open}
      button={
        <span className="relative">
          <Icon shape={bell} size={20} />
          {notices.unread > 0 && (
            <span className="absolute -end-2.5 -top-2.5">
              <CountBadge count={notices.unread} label={t("notices.unread", { count: notices.unread })} />
            </span>
          )}
        </span>
      }
    >
      <MenuTitle>{t("notices.title")}</MenuTitle>
      {Panel && <Panel notices={notices} />}
    </Menu>
  );
}
