/**
 * npm run campaign -- cluster [kills]: three PostgreSQL with Patroni and etcd, HAProxy before them, and two web and two worker processes of the
 * application, in network namespaces; checks what docs/scaling.md says of them.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { openNetwork } from "./hosts.ts";
import { clusterRoot } from "./root.ts";

const TOOLS = ["mmdebstrap", "ip", "chroot", "mount"];

/** Sets the exit code. Without the tools it says so, and fails only under PARLEY_CI. */
export async function runCluster(kills: number): Promise<void> {
  const missing = TOOLS.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  const why = process.getuid?.() === 0 ? missing.join(", ") : "root";
  if (why) {
    process.stdout.write(`Not run, because this needs ${why}: apt-get install mmdebstrap iproute2\n`);
    process.exitCode = process.env.PARLEY_CI ? 1 : 0;
    return;
  }
  const root = await clusterRoot((text) => process.stdout.write(`· ${text}\n`));
  const mark = `parley-${process.pid}`;
  const network = openNetwork(mark);
  try {
    const node = [process.execPath, "--disable-warning=ExperimentalWarning", "--test", "--test-reporter=spec"];
    const child = spawn(
      "ip",
      ["netns", "exec", network.hosts.client.namespace, ...node, join(import.meta.dirname, "proof.ts")],
      {
        env: {
          ...process.env,
          CLUSTER_ROOT: root,
          CLUSTER_MARK: mark,
          KILLS: String(kills),
          NODE_TEST_CONTEXT: undefined,
        },
        stdio: "inherit",
      },
    );
    process.exitCode = await new Promise<number>((done) => child.once("exit", (code) => done(code ?? 1)));
  } finally {
    network.close();
  }
}
