/** The applications that this page trusts: the version each was tested with, and the routes it may be asked for. */
import { ownApp } from "./own-apps.ts";

type AppFile = { name: string; sdkVersion: string; waitsForUser?: boolean };

/** Every app of the repository, as its own app.json describes it; its routes are those of its screens. */
const BUILT = import.meta.glob<AppFile>("../apps/*/app.json", { eager: true, import: "default" });

export type PinnedApp = {
  sdkVersion: string;
  routes: readonly string[];
  /** Mounts only after the user state is loaded, because its screens are nothing without a person. */
  waitsForUser: boolean;
};

/** Versions of apps that are not built yet: a page with one shows the fallback view. */
const LATER: Readonly<Record<string, string>> = {
  landing: "0.28.0",
  "spot-trading": "1.12.0",
  "virtual-cards": "1.8.0",
  hedging: "0.10.0",
  lightning: "1.2.0",
  "mobile-top-up": "0.1.0",
  "off-ramp": "0.1.0",
};

const PINNED: Record<string, PinnedApp> = {
  ...Object.fromEntries(
    Object.entries(LATER).map(([name, sdkVersion]) => [
      name,
      { sdkVersion, routes: ["dashboard"], waitsForUser: true },
    ]),
  ),
  ...Object.fromEntries(
    Object.values(BUILT).map(({ name, sdkVersion, waitsForUser = false }) => [
      name,
      { sdkVersion, routes: ownApp(name)?.routes ?? [], waitsForUser },
    ]),
  ),
};

export function pinnedApp(name: string): PinnedApp | undefined {
  return Object.hasOwn(PINNED, name) ? PINNED[name] : undefined;
}
