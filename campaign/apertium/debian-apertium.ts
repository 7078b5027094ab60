/** Apertium with the pair of English and Spanish: the machine's own, or Debian's packages in a folder, fetched once. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineCache } from "../../server/devnet/bitcoind/binary.ts";
import { fetchFromDebian } from "../../server/devnet/debian-packages.ts";

const NAME = "apertium-eng-spa";

/** The file of the program. Throws why it cannot be had. */
export async function debianApertium(): Promise<string> {
  const own = "/usr/bin/apertium";
  if (hasSpanish(own)) return own;
  return fetchApertium([machineCache(), join(tmpdir(), `parley-nodes-${process.getuid?.() ?? 0}`)]);
}

/** Debian's packages in the first of these folders that can be written. */
export async function fetchApertium(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const kept = keptCopy(join(folder, NAME));
    if (kept) return kept;
  }
  return fetchFromDebian({
    ...{ folders, name: NAME, wanted: NAME, kept: keptCopy },
    // Its programs run with the C library of this machine, so they are of the same release.
    suite: /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "stable",
    say: (isLoading) => {
      if (!isLoading) process.stderr.write("fetching Debian's Apertium (about 40 MB, only once)\n");
    },
  });
}

const hasSpanish = (program: string): boolean =>
  /^\s*eng-spa$/m.test(
    spawnSync(program, ["-l"], { encoding: "utf8", timeout: 10_000, env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" } })
      .stdout ?? "",
  );

/** The pipelines name their files from the root of the machine: here they are those of the folder. */
function keptCopy(folder: string): string | undefined {
  const root = join(folder, "root");
  const data = join(root, "usr/share/apertium");
  const modes = join(data, "modes");
  if (!existsSync(modes)) return undefined;
  const libraries = libraryFolder(folder, root);
  for (const name of readdirSync(modes)) {
    const file = join(modes, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll(/(?<=')\/usr\/share\/apertium/g, data));
  }
  const program = join(folder, "apertium");
  writeFileSync(
    program,
    [
      "#!/bin/sh",
      `export LD_LIBRARY_PATH='${libraries}' APERTIUM_PATH='${join(root, "usr/bin")}' APERTIUM_DATADIR='${data}'`,
      `exec /bin/bash '${join(root, "usr/bin/apertium")}' "$@"`,
      "",
    ].join("\n"),
  );
  chmodSync(program, 0o755);
  return hasSpanish(program) ? program : undefined;
}

/** Links to all libraries but those of the C library, which this machine has. */
function libraryFolder(folder: string, root: string): string {
  const place = join(folder, "libraries");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  for (const parent of ["usr/lib", "lib"]) {
    const found = join(root, parent);
    const triples = existsSync(found) ? readdirSync(found).filter((name) => name.endsWith("-linux-gnu")) : [];
    for (const triple of triples)
      for (const name of readdirSync(join(found, triple)))
        if (/\.so(\.|$)/.test(name) && !/^(ld-|lib(c|m|dl|rt|pthread|resolv|util|nss_\w+|anl|mvec|nsl)[.-])/.test(name))
          if (!existsSync(join(place, name))) symlinkSync(join(found, triple, name), join(place, name));
  }
  return place;
}
