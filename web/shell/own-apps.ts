/** The applications that are built together with the shell: no page waits for a file of theirs but its screen's. */
import type { OwnMount } from "#sdk/embedded-app.tsx";

/** Every app of the repository. */
const BUILT = import.meta.glob<OwnMount>("../apps/*/main.tsx", { eager: true, import: "mount" });

export function ownApp(name: string): OwnMount | undefined {
  return Object.values(BUILT).find(({ app }) => app.name === name);
}
