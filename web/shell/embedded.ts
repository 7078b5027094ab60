/** The applications that this page trusts: the version each was tested with, and the routes it may be asked for. */
import { ownApp } from "./own-apps.ts";

export type PinnedApp = {
  sdkVersion: string;
  routes: readonly string[];
  /** Mounts only after the user state is loaded, because its screens are nothing without a person. */
  waitsForUser: boolean;
  /** Comes by its manifest. */
  isEmbedded: boolean;
};

/** An app of the repository is described by its own app.json; its routes are those of its screens. */
export function pinnedApp(name: string): PinnedApp | undefined {
  const own = ownApp(name);
  if (!own) return undefined;
  const { sdkVersion, waitsForUser = false, isEmbedded = waitsForUser } = own.app;
  return { sdkVersion, waitsForUser, isEmbedded, routes: own.routes };
}
