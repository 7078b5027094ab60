/** The applications that are built together with the shell: no page waits for a file of theirs but its screen's. */
import type { OwnMount } from "#sdk/embedded-app.tsx";

/** Every app of the repository, by the path of its entry. */
const BUILT = import.meta.glob<OwnMount>("../apps/*/main.tsx", { eager: true, import: "mount" });

const OWN = new Map(Object.entries(BUILT).map(([path, mount]) => [path.split("/").at(-2) ?? "", mount]));

export function ownApp(name: string): OwnMount | undefined {
  return OWN.get(name);
}
