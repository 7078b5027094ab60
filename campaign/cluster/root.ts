/** Debian 13 with Patroni, etcd, PostgreSQL 17 and HAProxy, in a folder: nothing is installed on the machine. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { machineCache } from "../../server/devnet/bitcoind/binary.ts";
import { withFolderLock } from "../../server/platform/files/folder-lock.ts";
import { runTool } from "../image/run-tool.ts";

const SUITE = "trixie";
// Patroni speaks to etcd by the last two.
const PACKAGES = ["patroni", "etcd-server", "haproxy", "postgresql-17", "python3-etcd", "python3-dnspython"];

/** Made once, in two to four minutes. Needs mmdebstrap, root and a Debian package source. */
export async function clusterRoot(say: (text: string) => void): Promise<string> {
  const home = machineCache();
  mkdirSync(home, { recursive: true });
  const digest = createHash("sha256")
    .update([SUITE, ...PACKAGES].join())
    .digest("hex");
  const root = join(home, `cluster-${digest.slice(0, 8)}`);
  return withFolderLock(join(home, "cluster.lock"), async () => {
    if (existsSync(root)) return root;
    say("making Debian 13 with Patroni, etcd, PostgreSQL and HAProxy (a few minutes, only once)");
    const unfinished = `${root}.part-${process.pid}`;
    try {
      const wanted = `--include=${PACKAGES.join(",")}`;
      runTool("mmdebstrap", ["--quiet", "--variant=minbase", "--format=directory", wanted, SUITE, unfinished], 15);
      renameSync(unfinished, root);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    return root;
  });
}

/** Of a user inside. */
export function userIn(root: string, name: string): { uid: number; gid: number } {
  const line = readFileSync(join(root, "etc/passwd"), "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`${name} is no user of ${root}`);
  return { uid: Number(uid), gid: Number(gid) };
}
