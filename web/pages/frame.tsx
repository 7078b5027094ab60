/** The frame of every page: head, banners, body, foot. */
import type { ComponentProps, ReactNode } from "react";
import type { Banner } from "#contract/platform/page.ts";
import type { MenuLinks } from "#contract/site/content.ts";
import type { OutsideLinks } from "#contract/site/outside-links.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import type { NavKey } from "#sdk/screen.ts";
import type Header from "../apps/layout/header/header-screen.tsx";
import { Banners } from "./banners.tsx";
import { Footer } from "./footer.tsx";
import { Island } from "./island.tsx";

export function Frame({
  kit,
  banners,
  menus,
  links,
  active,
  children,
}: {
  kit: PageKit;
  banners: readonly Banner[];
  menus: MenuLinks;
  links: OutsideLinks;
  active: NavKey | null;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col pb-14 lg:pb-0">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-50 focus:rounded-lg focus:bg-raised focus:p-3"
      >
        {kit.t("shell.skip")}
      </a>
      <header className="sticky top-0 z-40 border-b border-line bg-raised">
        <Island app="layout" route="header" props={{ active } satisfies ComponentProps<typeof Header>} />
      </header>
      <Banners banners={banners} kit={kit} />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page grow px-4 outline-none">
        {children}
      </main>
      <Footer kit={kit} menus={menus} links={links} />
    </div>
  );
}
