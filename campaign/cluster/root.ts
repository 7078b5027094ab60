/** Debian 13 with PostgreSQL 17, Patroni, etcd, HAProxy, PgBouncer, NATS and pgBackRest, in a folder: nothing is installed on the machine. */
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineCache } from "../../server/devnet/bitcoind/binary.ts";
import { debianSource } from "../../server/devnet/debian-packages.ts";
import { withFolderLock } from "../../server/platform/files/folder-lock.ts";
import { memoryFolder } from "../../server/testing/memory-folder.ts";
import { runTool } from "../image/run-tool.ts";

const SUITE = "trixie";
const PACKAGES = [
  ...["postgresql-17", "patroni", "etcd-server", "haproxy", "pgbouncer", "nats-server", "pgbackrest"],
  // Patroni speaks to etcd by these.
  ...["python3-etcd", "python3-dnspython"],
];
// What no server here reads.
const WITHOUT = ["/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*"];

const OPTIONS = [
  ...["--quiet", "--variant=minbase", "--format=directory", `--include=${PACKAGES.join(",")}`],
  ...WITHOUT.map((paths) => `--dpkgopt=path-exclude=${paths}`),
  "--dpkgopt=force-unsafe-io",
  // The package of PostgreSQL would make a cluster that none of the hosts uses.
  ...[
    `mkdir -p "$1/etc/postgresql-common"`,
    `echo create_main_cluster=false > "$1/etc/postgresql-common/createcluster.conf"`,
  ].map((line) => `--essential-hook=${line}`),
];

/** Made once, in two to four minutes. Needs mmdebstrap, root and a Debian package source. */
export async function clusterRoot(say: (text: string) => void): Promise<string> {
  const home = machineCache();
  mkdirSync(home, { recursive: true });
  const digest = createHash("sha256")
    .update([SUITE, ...OPTIONS].join())
    .digest("hex");
  const root = join(home, `cluster-${digest.slice(0, 8)}`);
  return withFolderLock(join(home, "cluster.lock"), async () => {
    if (existsSync(root)) return root;
    for (const name of readdirSync(home).filter((one) => /^cluster-.*\.part-/.test(one)))
      rmSync(join(home, name), { recursive: true, force: true });
    say("making Debian 13 with PostgreSQL, Patroni and the others (two to four minutes, only once)");
    const unfinished = `${root}.part-${process.pid}`;
    const lists = mkdtempSync(join(tmpdir(), "parley-source-"));
    try {
      runTool("mmdebstrap", [...OPTIONS, SUITE, unfinished, ...sourceIn(lists)], 15);
      renameSync(unfinished, root);
    } finally {
      for (const folder of [unfinished, lists]) rmSync(folder, { recursive: true, force: true });
    }
    return root;
  });
}

/** The machine's own package source, for the suite; without one mmdebstrap takes its own. */
function sourceIn(folder: string): string[] {
  const source = debianSource("/etc/apt", SUITE);
  if (!source) return [];
  const path = join(folder, source.fileName);
  writeFileSync(path, source.text);
  return [path];
}

/** Where the servers of a run keep their files: a path that is the same in the root folder and on its hosts. */
export type Place = { readonly root: string; readonly inside: string };

const KEPT = "/srv";

/** In memory where the run is short: killed processes lose as much there as on a disk. */
export function placeOf(root: string, mark: string, { isInMemory }: { isInMemory: boolean }): Place {
  const memory = isInMemory ? memoryFolder(2 * 2 ** 30) : undefined;
  return { root, inside: join(memory ?? KEPT, mark) };
}

/** As this process sees it. The folder of devices of the machine is that of every host. */
export const outside = ({ root, inside }: Place): string => (inside.startsWith(KEPT) ? join(root, inside) : inside);

/** A folder of the user that PostgreSQL runs as. */
export function homeIn(place: Place, name: string): string {
  const { uid, gid } = userIn(place.root, "postgres");
  for (const path of [outside(place), join(outside(place), name)]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chownSync(path, uid, gid);
  }
  return join(place.inside, name);
}

/** Of a user inside. */
function userIn(root: string, name: string): { uid: number; gid: number } {
  const line = readFileSync(join(root, "etc/passwd"), "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`${name} is no user of ${root}`);
  return { uid: Number(uid), gid: Number(gid) };
}
