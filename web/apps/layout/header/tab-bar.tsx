/** The bar at the foot of a phone's screen: everything that matters under one thumb. */
import type { SessionUser } from "#contract/platform/page.ts";
import { useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { arrowDown, arrowUp, chat, offers, wallet } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { CountBadge } from "./count-badge.tsx";
import type { NavKey } from "#sdk/screen.ts";
import type { NavLink } from "./nav.ts";

/** The menu of the account has what there is no room for. */
const SHAPES: Partial<Record<NavKey, string>> = {
  buy: arrowDown,
  sell: arrowUp,
  wallet,
  my_offers: offers,
  trades: chat,
};

export function TabBar({ links, active }: { links: NavLink[]; active: NavKey | null; session: SessionUser | null }) {
  const t = useT();
  return (
    <nav
      aria-label={t("shell.nav.label")}
      className="fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {links.map(
        (link) =>
          SHAPES[link.key] && (
            <a
              key={link.key}
              href={link.href}
              aria-current={link.key === active ? "page" : undefined}
              className={cx(
                "relative grid min-h-14 flex-1 content-center justify-items-center gap-0.5 px-1 text-center text-2xs leading-tight font-medium",
                link.key === active ? "text-brand" : "text-muted",
              )}
            >
              <Icon shape={SHAPES[link.key] ?? ""} size={20} />
              {t(link.label)}
              {link.badge > 0 && (
                <span className="absolute start-1/2 top-1 ms-1">
                  <CountBadge count={link.badge} label={t("shell.nav.active_trades", { count: link.badge })} />
                </span>
              )}
            </a>
          ),
      )}
    </nav>
  );
}
