/** The page's data about itself, for every application on it. */
import { type Direction, LOCALES } from "#contract/platform/page.ts";
import { LOADING_FALLBACK_ID } from "#sdk/loading-fallback.ts";
import type { AppSettings } from "#sdk/page-kit.ts";

/** Until the head of the page can be measured. */
const HEADER_HEIGHT_PX = 94.8;

export function appSettings({ dir, deviceId }: { dir: Direction; deviceId: string }): AppSettings {
  const root = document.documentElement;
  const header = document.querySelector("header");
  return {
    get darkTheme() {
      const { theme } = root.dataset;
      return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    },
    get headerHeight() {
      return header?.offsetHeight || HEADER_HEIGHT_PX;
    },
    rtl: dir === "rtl",
    supportedLanguages: LOCALES,
    loadingFallbackId: LOADING_FALLBACK_ID,
    isMobileApp: matchMedia("(display-mode: standalone)").matches,
    supportEmail: document.querySelector<HTMLMetaElement>('meta[name="support"]')?.content ?? null,
    errorReportingKey: document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]')?.dataset.key ?? null,
    deviceId,
  };
}
