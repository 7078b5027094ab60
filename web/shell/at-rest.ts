/** Work after the screens are mounted: nothing waits for it, so it is a separate file. */
import type { PageKit } from "#sdk/page-kit.ts";
import { watchBanners } from "./banners.ts";
import { beginPush } from "./begin-push.ts";
import { bringLetters } from "./letters.ts";
import { watchConnection } from "./connection.ts";
import { keepTour } from "./tour.ts";
import { keepSource } from "#sdk/source.ts";
import { traceVisit } from "./trace.ts";

export function settle(kit: PageKit): void {
  watchConnection(kit);
  watchBanners(kit);
  keepTour(kit);
  keepSource();
  traceVisit();
  followHead();
  beginPush(kit);
  awaitChart(kit);
  if (!kit.session.get())
    import("./language/suggest.ts").then(({ suggestLanguage }) => suggestLanguage(kit)).catch(reportError);
  bringLetters().catch(() => undefined);
}

/** The crosshair comes with the first pointer or key on a chart. */
function awaitChart(kit: PageKit): void {
  const found = new AbortController();
  for (const type of ["pointerover", "focusin"])
    document.addEventListener(
      type,
      (event) => {
        if (!(event.target instanceof Element) || !event.target.closest("[data-chart]")) return;
        found.abort();
        import("./crosshair.ts").then(({ watchCharts }) => watchCharts(kit, event), reportError);
      },
      { signal: found.signal },
    );
}

/** Sticky elements below the head follow its height. */
function followHead(): void {
  const { style } = document.documentElement;
  const header = document.querySelector("header");
  if (header)
    new ResizeObserver(() => style.setProperty("--header-height", `${header.offsetHeight}px`)).observe(header);
}
