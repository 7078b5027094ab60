/** What a page does when its screens are mounted: nobody waits for it, so it is a file of its own. */
import type { PageKit } from "#sdk/page-kit.ts";
import { watchBanners } from "./banners.ts";
import { beginPush } from "./begin-push.ts";
import { watchConnection } from "./connection.ts";
import { keepTour } from "./tour.ts";
import { traceVisit } from "./trace.ts";

export function settle(kit: PageKit): void {
  watchConnection(kit);
  watchBanners(kit);
  keepTour();
  traceVisit();
  followHead();
  beginPush(kit);
}

/** What sticks below the head follows its height. */
function followHead(): void {
  const { style } = document.documentElement;
  const header = document.querySelector("header");
  if (header)
    new ResizeObserver(() => style.setProperty("--header-height", `${header.offsetHeight}px`)).observe(header);
}
