/** The applications that this page trusts: the version each was tested with, and the routes it may be asked for. */
type AppFile = { name: string; sdkVersion: string; routes: readonly string[]; waitsForUser?: boolean };

/** Every app of the repository, as its own app.json describes it. */
const BUILT = import.meta.glob<AppFile>("../apps/*/app.json", { eager: true, import: "default" });

export type PinnedApp = {
  sdkVersion: string;
  routes: readonly string[];
  /** Mounts only after the user state is loaded, because its screens are nothing without a person. */
  waitsForUser: boolean;
};

/** Apps that are pinned but not built yet stand here too, so that a page with one shows the fallback view. */
const LATER: Record<string, PinnedApp> = {
  landing: { sdkVersion: "0.28.0", routes: [], waitsForUser: false },
  "spot-trading": { sdkVersion: "1.12.0", routes: ["dashboard", "trading-terminal"], waitsForUser: true },
  "virtual-cards": {
    sdkVersion: "1.8.0",
    routes: ["create-card", "dashboard", "top-up", "withdraw", "terminate"],
    waitsForUser: true,
  },
  hedging: { sdkVersion: "0.10.0", routes: ["dashboard"], waitsForUser: true },
  lightning: { sdkVersion: "1.2.0", routes: ["dashboard"], waitsForUser: true },
  "mobile-top-up": { sdkVersion: "0.1.0", routes: ["dashboard"], waitsForUser: true },
  "off-ramp": { sdkVersion: "0.1.0", routes: ["dashboard"], waitsForUser: true },
};

const PINNED: Record<string, PinnedApp> = {
  ...LATER,
  ...Object.fromEntries(
    Object.values(BUILT).map(({ name, sdkVersion, routes, waitsForUser = false }) => [
      name,
      { sdkVersion, routes, waitsForUser },
    ]),
  ),
};

export function pinnedApp(name: string): PinnedApp | undefined {
  return Object.hasOwn(PINNED, name) ? PINNED[name] : undefined;
}
