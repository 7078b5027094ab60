/** Light, dark or as the device says. Kept under site_theme; the cookie lets the server draw dark at once. */
import type { Theme } from "#contract/platform/page.ts";
import { remember } from "#sdk/state/remember.ts";
import { createStore } from "#sdk/state/store.ts";
import { keep } from "./keep.ts";

const KEY = "site_theme";
const MONTH_SEC = 30 * 24 * 3600;

export function createTheme(first: Theme) {
  const stored = localStorage.getItem(KEY);
  const store = createStore<Theme>(stored === "light" || stored === "dark" ? stored : first);
  const apply = () => {
    const theme = store.get();
    document.documentElement.dataset.theme = theme;
    if (theme === "system") localStorage.removeItem(KEY);
    else keep(KEY, theme);
    remember(KEY, "dark", theme === "dark" ? MONTH_SEC : 0);
  };
  store.subscribe(apply);
  if (stored && stored !== document.documentElement.dataset.theme) apply();
  return store;
}
