/**
 * npm run campaign -- image: builds the Dockerfile on a base from Debian's packages, without a daemon and without an image
 * registry, and runs a market of it in containers: migrations, signer, two web and two worker processes, chain and market. They
 * share a network namespace of their own without a way out. It checks what docs/containers.md says of them.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bootUnit } from "./booted.ts";
import { buildImage } from "./build.ts";
import { openContainers } from "./containers.ts";
import { runDemo, runMarket } from "./market.ts";
import { verifyUnits } from "./units.ts";

const TOOLS = ["mmdebstrap", "buildah", "crun", "ip", "npm", "systemd-analyze", "unshare", "nsenter"];

/** Sets the exit code. Without the tools it says so, and fails only under PARLEY_CI. */
export async function runImage(): Promise<void> {
  const missing = TOOLS.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  const why = process.getuid?.() === 0 ? missing.join(", ") : "root";
  if (why) {
    process.stdout.write(
      `Not run, because this needs ${why}: apt-get install ${TOOLS.slice(0, 3).join(" ")} iproute2 systemd\n`,
    );
    process.exitCode = process.env.PARLEY_CI ? 1 : 0;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "parley-image-"));
  const say = (text: string) => process.stdout.write(`· ${text}\n`);
  try {
    verifyUnits(folder, say);
    const image = buildImage(folder, say);
    const containers = openContainers({ image, folder });
    try {
      await runMarket({ containers, folder, say });
      await runDemo({ containers, say });
      await bootUnit({ containers, folder, say });
    } finally {
      containers.close();
    }
    say("the image holds what docs/containers.md says");
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
