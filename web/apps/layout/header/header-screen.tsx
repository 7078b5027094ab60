/** The head of every page: links, the number of waiting trades, the signed-in user; on phones the bar below. */
import { type ComponentType, useEffect, useState } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { BRAND } from "#contract/platform/brand.ts";
import type { NavKey, PartScreen } from "#sdk/screen.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { bell } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Logo } from "#ui/pictures/logo.tsx";
import { CountBadge } from "./count-badge.tsx";
import { type NavLink, navLinks } from "./nav.ts";
import type { OwnProps } from "./own-menus.tsx";
import { PreferencesMenu } from "./preferences-menu.tsx";
import { TabBar } from "./tab-bar.tsx";

export const screen: PartScreen = { texts: ["notices", "notifications.title"] };

export default function Header({ active }: { active: NavKey | null }) {
  const page = usePage();
  const session = useSession();
  const [activeTrades, setActiveTrades] = useState(session?.activeTrades.length ?? 0);
  const links = navLinks(page, activeTrades);
  return (
    <>
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-1 px-4 lg:gap-2">
        <a href={page.href("home", undefined)} className="me-auto flex min-h-11 items-center rounded-lg lg:me-4">
          <Logo name={BRAND} />
        </a>
        <DesktopNav links={links} active={active} />
        <PreferencesMenu />
        {session ? <Own session={session} onActiveTrades={setActiveTrades} /> : <SignInLinks />}
      </div>
      <TabBar links={links} active={active} session={session} />
    </>
  );
}

/** The person's menus come after the page. Until then their places are kept, and the name leads to the dashboard. */
function Own({ session, onActiveTrades }: OwnProps) {
  const page = usePage();
  const [Menus, setMenus] = useState<ComponentType<OwnProps> | null>(null);
  useEffect(() => {
    void import("./own-menus.tsx").then(({ OwnMenus }) => setMenus(() => OwnMenus));
  }, []);
  if (Menus) return <Menus session={session} onActiveTrades={onActiveTrades} />;
  return (
    <>
      <span className="flex min-h-11 items-center px-2 text-muted">
        <Icon shape={bell} size={20} />
      </span>
      <a
        href={page.href("userDashboard", undefined)}
        className="flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-sm font-medium text-muted"
      >
        <Avatar name={session.username} url={session.avatarUrl} size={30} />
        <bdi className="max-w-28 truncate xl:max-w-52 max-sm:sr-only">{session.username}</bdi>
      </a>
    </>
  );
}

function DesktopNav({ links, active }: { links: NavLink[]; active: NavKey | null }) {
  const t = useT();
  return (
    <nav aria-label={t("shell.nav.label")} className="me-auto hidden items-center lg:flex">
      {links.map((link) => (
        <a
          key={link.key}
          href={link.href}
          aria-current={link.key === active ? "page" : undefined}
          className={cx(
            "flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-medium hover:bg-sunken",
            link.key === active ? "text-brand" : "text-ink",
          )}
        >
          {t(link.label)}
          {link.badge > 0 && (
            <CountBadge count={link.badge} label={t("shell.nav.active_trades", { count: link.badge })} />
          )}
        </a>
      ))}
    </nav>
  );
}

function SignInLinks() {
  const page = usePage();
  const t = useT();
  return (
    <div className="flex items-center gap-1">
      <LinkButton look="quiet" size="sm" href={page.href("login", undefined)}>
        {t("shell.nav.sign_in")}
      </LinkButton>
      <LinkButton size="sm" href={page.href("register", undefined)} className="max-sm:hidden">
        {t("shell.nav.register")}
      </LinkButton>
    </div>
  );
}
