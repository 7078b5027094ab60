/**
 * The health check of a container: exit code 0 while the process of this ROLE works. The web answers /healthz and the signer
 * takes connections. The others have no port, and end when they cannot go on: for them it checks that they hold their DATA_DIR.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { readConfig } from "../server/platform/settings/config.ts";

const PATIENCE_MS = 4000;

async function check(): Promise<void> {
  const { role, port, dataDir, verifierSocket, signingSocket } = readConfig();
  if (role === "all" || role === "web") {
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (status !== 200) throw new Error(`/healthz answers ${status}`);
  } else if (role === "signer") {
    await opens(verifierSocket);
    if (signingSocket !== undefined) await opens(signingSocket);
  } else if (!existsSync(join(dataDir, `running-${role}`))) throw new Error(`${role} is not running`);
}

async function opens(path: string): Promise<void> {
  const socket = connect(path);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(PATIENCE_MS) });
  } finally {
    socket.destroy();
  }
}

check().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
