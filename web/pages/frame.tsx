/** The frame of every page: head, banners, body, foot. */
import type { ReactNode } from "react";
import type { Banner } from "#contract/platform/page.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import type { NavKey } from "../apps/layout/header/nav.ts";
import { Banners } from "./banners.tsx";
import { Footer } from "./footer.tsx";
import { Island } from "./island.tsx";

export function Frame({
  kit,
  banners,
  active,
  isWide,
  children,
}: {
  kit: PageKit;
  banners: readonly Banner[];
  active: NavKey | null;
  isWide: boolean;
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
        <Island app="layout" route="header" props={{ active }} />
      </header>
      <Banners banners={banners} kit={kit} />
      <main id="content" tabIndex={-1} className={cx("w-full grow outline-none", !isWide && "mx-auto max-w-page px-4")}>
        {children}
      </main>
      <Footer kit={kit} />
    </div>
  );
}
