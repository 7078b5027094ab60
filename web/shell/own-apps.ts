/** The applications that are built together with the shell: no page waits for a file of theirs but its screen's. */
import type { Mount } from "#sdk/embedded-app.tsx";

/** Every app of the repository, by the path of its entry. */
const BUILT = import.meta.glob<Mount>("../apps/*/main.tsx", { eager: true, import: "mount" });

const OWN = new Map(Object.entries(BUILT).map(([path, mount]) => [path.split("/").at(-2) ?? "", mount]));

export function ownApp(name: string): Mount | undefined {
  return OWN.get(name);
}
