/**
 * npm run campaign -- cluster [kills]: three PostgreSQL with Patroni and etcd, HAProxy, PgBouncer and NATS before them, and two web and two worker
 * processes of the application, in network namespaces; checks what docs/scaling.md says of them.
 * npm run campaign -- restore: the same cluster is lost, and restored from a backup by pgBackRest.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { openNetwork } from "./hosts.ts";
import { deleteLeft, keepFor } from "./remains.ts";
import { clusterRoot, outside, placeOf } from "./root.ts";

const TOOLS = ["mmdebstrap", "ip", "unshare", "chroot", "mount"];

/** Sets the exit code. Where it cannot run it says why, and fails only under PARLEY_CI. */
export async function runCluster(proof: "whole" | "drill", kills = 10): Promise<void> {
  const say = (text: string) => void process.stdout.write(text);
  const found = await findRoot(say);
  if ("why" in found) {
    say(`Not run, because ${found.why}\n`);
    process.exitCode = process.env.PARLEY_CI ? 1 : 0;
    return;
  }
  process.exitCode = await runProof(found.root, { proof, kills, isInMemory: false, say });
}

/** Makes it where it is not kept from an earlier run. */
export async function findRoot(say: (text: string) => void): Promise<{ root: string } | { why: string }> {
  const runs = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  const missing = TOOLS.filter((name) => !runs("sh", "-c", `command -v ${name}`));
  if (missing.length > 0) return { why: `this needs ${missing.join(", ")}: apt-get install mmdebstrap iproute2` };
  if (process.getuid?.() !== 0) return { why: "this needs root" };
  if (!runs("unshare", "--net", "--mount", "true")) return { why: "this machine allows no namespaces" };
  try {
    return { root: await clusterRoot((text) => say(`· ${text}\n`)) };
  } catch (error) {
    return { why: `the packages cannot be had: ${error instanceof Error ? error.message : error}` };
  }
}

type Asked = {
  readonly proof: "whole" | "short" | "drill";
  readonly kills?: number;
  /** Files of the servers lie in memory where there is plenty of it. */
  readonly isInMemory: boolean;
  readonly say: (text: string) => void;
};

/** Its exit code. What it prints is said as it comes. All that it started ends with it, and where this process is killed. */
export async function runProof(root: string, { proof, kills = 1, isInMemory, say }: Asked): Promise<number> {
  const mark = `parley-${process.pid}`;
  for (const folder of [join(root, "srv"), "/dev/shm"]) deleteLeft(folder);
  const keeper = keepFor(mark, [outside(placeOf(root, mark, { isInMemory }))]);
  try {
    const hosts = openNetwork(mark);
    const node = [process.execPath, "--disable-warning=ExperimentalWarning", "--test", "--test-reporter=spec"];
    const file = join(import.meta.dirname, "proofs", `${proof}.ts`);
    const child = spawn("ip", ["netns", "exec", hosts.client.namespace, ...node, file], {
      env: {
        ...process.env,
        ...{ CLUSTER_ROOT: root, CLUSTER_MARK: mark, CLUSTER_IN_MEMORY: isInMemory ? "1" : "0", KILLS: `${kills}` },
        // Jobs say of each failover that they will run again.
        LOG_LEVEL: process.env.LOG_LEVEL ?? "fatal",
        NODE_TEST_CONTEXT: undefined,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => say(String(text)));
    return await new Promise<number>((done) => child.once("close", (code) => done(code ?? 1)));
  } finally {
    await keeper.close();
  }
}
