/** Debian's Electrum, fetched into a folder with its own Python, libraries and loader: the machine's are not used. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineCache } from "../../server/devnet/bitcoind/binary.ts";
import { fetchFromDebian } from "../../server/devnet/debian-packages.ts";

export type ElectrumProgram = {
  readonly command: string;
  readonly leadingArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** Debian 12 has Electrum 4.3.4. That of sid, 4.8.3, wants channels with anchor outputs, which the development node does not negotiate. */
const SUITE = "bookworm";
const PYTHON = "python3.11";

/** Throws why it cannot be had. */
export async function electrumProgram(): Promise<ElectrumProgram> {
  const folders = [machineCache(), join(tmpdir(), `parley-nodes-${process.getuid?.() ?? 0}`)];
  for (const folder of folders) {
    const program = keptCopy(join(folder, "electrum"));
    if (program) return program;
  }
  return await fetchFromDebian({
    ...{ folders, name: "electrum", suite: SUITE, wanted: "python3-electrum", kept: keptCopy },
    say: (isLoading) => {
      if (!isLoading) process.stderr.write("fetching Debian's Electrum (about 45 MB, only once)\n");
    },
  });
}

function keptCopy(folder: string): ElectrumProgram | undefined {
  const root = join(folder, "root");
  const packages = join(root, "usr/lib/python3/dist-packages");
  if (!existsSync(join(packages, "electrum"))) return undefined;
  const triple = readdirSync(join(root, "lib")).find((name) => name.endsWith("-linux-gnu")) ?? "";
  const libraries = [join(root, "lib", triple), join(root, "usr/lib", triple)];
  const loader = readdirSync(libraries[0] ?? "").find((name) => name.startsWith("ld-linux"));
  if (!loader) return undefined;
  const command = join(root, "lib", triple, loader);
  // -P: the folder of the script has modules named as Python's own.
  const python = ["--library-path", libraries.join(":"), join(root, "usr/bin", PYTHON), "-P"];
  const env = {
    ...{ PYTHONHOME: join(root, "usr"), PYTHONPATH: packages },
    ...{ PYTHONNOUSERSITE: "1", PYTHONDONTWRITEBYTECODE: "1" },
  };
  const tried = spawnSync(command, [...python, "-c", "import electrum.daemon"], { env, timeout: 30_000 });
  if (tried.status !== 0) return undefined;
  return { command, leadingArgs: [...python, join(packages, "electrum/electrum")], env };
}
