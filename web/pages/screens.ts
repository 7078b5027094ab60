/** Every screen of the embedded apps, found by its file: `apps/<app>/…/<route>-screen.tsx`. */
import type { PageName } from "#contract/pages.ts";
import type { AppFile, ScreenComponent } from "#sdk/embedded-app.tsx";
import type { PageHead, PartScreen } from "#sdk/screen.ts";

type ScreenFile = {
  readonly default: ScreenComponent;
  readonly screen: PartScreen & Partial<PageHead<PageName>>;
};

const FILES = import.meta.glob<ScreenFile>("../apps/*/**/*-screen.tsx", { eager: true });

const APPS = import.meta.glob<AppFile>("../apps/*/app.json", { eager: true, import: "default" });

type Screen = ScreenFile["screen"] & {
  readonly app: string;
  readonly route: string;
  readonly Screen: ScreenFile["default"];
};

export const SCREENS: readonly Screen[] = Object.entries(FILES).flatMap(([path, file]) => {
  const [, app = "", route = ""] = /^\.\.\/apps\/([^/]+)\/(?:.*\/)?([^/]+)-screen\.tsx$/.exec(path) ?? [];
  if (!file.screen) throw new Error(`${path} does not export its declaration, "screen"`);
  const { routes = [route] } = APPS[`../apps/${app}/app.json`] ?? {};
  return routes.map((one) => ({ ...file.screen, app, route: one, Screen: file.default }));
});

const BY_PLACE = new Map(SCREENS.map((screen) => [`${screen.app}/${screen.route}`, screen]));

export function screenOf(app: string, route: string): Screen {
  const screen = BY_PLACE.get(`${app}/${route}`);
  if (!screen) throw new Error(`the app ${app} has no screen for ${route}`);
  return screen;
}
