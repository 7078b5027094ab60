/** The applications that this page trusts: the version each was tested with, and the routes it may be asked for. */
import { ownApp } from "./own-apps.ts";

export type PinnedApp = {
  sdkVersion: string;
  routes: readonly string[];
  /** Mounts only after the user state is loaded, because its screens are nothing without a person. */
  waitsForUser: boolean;
};

/** Versions of apps that are not built yet: a page with one shows the fallback view. */
const LATER: Readonly<Record<string, string>> = {
  landing: "0.28.0",
};

/** An app of the repository is described by its own app.json; its routes are those of its screens. */
export function pinnedApp(name: string): PinnedApp | undefined {
  const own = ownApp(name);
  if (own) return { waitsForUser: false, ...own.app, routes: own.routes };
  const sdkVersion = Object.hasOwn(LATER, name) ? LATER[name] : undefined;
  return sdkVersion === undefined ? undefined : { sdkVersion, routes: ["dashboard"], waitsForUser: true };
}
