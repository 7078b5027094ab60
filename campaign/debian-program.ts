/** Programs out of Debian's sid, each in a folder with its own loader, fetched once. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineCache } from "../server/devnet/bitcoind/binary.ts";
import { fetchFromDebian } from "../server/devnet/debian-packages.ts";

export type Program = { readonly command: string; readonly leadingArgs: readonly string[] };

/** The program of the package's name. The machine's own is taken where any version will do. Throws why it cannot be had. */
export async function debianProgram(wanted: string, { isAnyVersion = false } = {}): Promise<Program> {
  const folders = [machineCache(), join(tmpdir(), `parley-nodes-${process.getuid?.() ?? 0}`)];
  const kept = (folder: string) => keptCopy(folder, wanted);
  for (const folder of folders) {
    const found = kept(join(folder, wanted));
    if (found) return found;
  }
  const installed = { command: wanted, leadingArgs: [] };
  if (isAnyVersion && runs(installed)) return installed;
  return fetchFromDebian({
    ...{ folders, name: wanted, suite: "sid", wanted, kept },
    say: (isLoading) => {
      if (!isLoading) process.stderr.write(`fetching Debian's ${wanted} (about 10 MB, only once)\n`);
    },
  });
}

function keptCopy(folder: string, file: string): Program | undefined {
  const root = join(folder, "root");
  const path = ["usr/bin", "usr/sbin", "bin"].map((one) => join(root, one, file)).find(existsSync);
  if (!path) return undefined;
  const libraries = join(root, "usr/lib");
  const triple = existsSync(libraries) && readdirSync(libraries).find((name) => name.endsWith("-linux-gnu"));
  const loader = triple && readdirSync(join(libraries, triple)).find((name) => name.startsWith("ld-linux"));
  const own = loader
    ? { command: join(libraries, triple, loader), leadingArgs: ["--library-path", join(libraries, triple), path] }
    : { command: path, leadingArgs: [] };
  return runs(own) ? own : undefined;
}

const runs = ({ command, leadingArgs }: Program) =>
  spawnSync(command, [...leadingArgs, "--version"], { encoding: "utf8", timeout: 10_000 }).status === 0;

/** Whether a program listens there. */
export function answers(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host }, () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}
