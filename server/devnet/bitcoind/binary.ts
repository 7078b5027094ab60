/**
 * Finds a bitcoind for this machine: the one named by BITCOIND, a copy kept from an earlier run, or Debian's package
 * bitcoin-knots of its suite sid, fetched through the machine's own Debian source with private lists. The machine's
 * package database is neither read nor changed; apt checks the signatures as always.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { packageFault } from "./version.ts";
import { fetchFromDebian } from "../debian-packages.ts";

/** How to run it: its own loader precedes the program when it came with its own libraries. */
export type BitcoindBinary = { readonly command: string; readonly leadingArgs: readonly string[] };

export type FoundBitcoind = { found: true; binary: BitcoindBinary } | { found: false; reason: string };

export type FindOptions = {
  /** BITCOIND: use this program and look no further. */
  readonly path?: string | undefined;
  /** Where copies may lie; the first is where a fetched one is put. */
  readonly folders: readonly string[];
  /** false: look only at what is on this machine. */
  readonly mayFetch: boolean;
  readonly say: (text: string) => void;
};

/** A folder of this user that all clones on the machine share, so that a fresh clone does not fetch again. */
export function machineCache(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley");
}

export async function findBitcoind(options: FindOptions): Promise<FoundBitcoind> {
  if (options.path) return named(options.path);
  for (const folder of options.folders) {
    const binary = keptCopy(join(folder, "bitcoind"));
    if (binary) return { found: true, binary };
  }
  const installed = namedOrUndefined("bitcoind");
  if (installed) return { found: true, binary: installed };
  if (!options.mayFetch) return missing("it is not on this machine");
  try {
    return { found: true, binary: await fetched(options) };
  } catch (error) {
    return missing(error instanceof Error ? error.message : String(error));
  }
}

function fetched({ folders, say }: FindOptions): Promise<BitcoindBinary> {
  return fetchFromDebian({
    ...{ folders, name: "bitcoind", suite: "sid", wanted: "bitcoin-knots", kept: keptCopy, faultOf: packageFault },
    say: (isLoading) =>
      say(
        isLoading
          ? "fetching the Bitcoin node: package list read, loading the packages"
          : "fetching the Bitcoin node (Debian's bitcoin-knots, about 30 MB, only once)",
      ),
  });
}

function missing(reason: string): FoundBitcoind {
  return { found: false, reason: `no bitcoind: ${reason}. Set BITCOIND to a program or BITCOIN_RPC_URL to a node.` };
}

function named(path: string): FoundBitcoind {
  const binary = namedOrUndefined(path);
  return binary ? { found: true, binary } : missing(`${path} does not run`);
}

function namedOrUndefined(path: string): BitcoindBinary | undefined {
  return runs({ command: path, leadingArgs: [] }) ? { command: path, leadingArgs: [] } : undefined;
}

function runs({ command, leadingArgs }: BitcoindBinary): boolean {
  const answer = spawnSync(command, [...leadingArgs, "--version"], { encoding: "utf8", timeout: 10_000 });
  return answer.status === 0 && /Bitcoin/.test(answer.stdout);
}

/** The copy in this folder, when it is whole and runs here. */
function keptCopy(folder: string): BitcoindBinary | undefined {
  const root = join(folder, "root");
  const program = join(root, "usr/bin/bitcoind");
  if (!existsSync(program)) return undefined;
  const libraries = join(root, "usr/lib");
  const triple = readdirSync(libraries).find((name) => name.endsWith("-linux-gnu"));
  const loader = triple && readdirSync(join(libraries, triple)).find((name) => name.startsWith("ld-linux"));
  if (!triple || !loader) return undefined;
  const path = join(libraries, triple);
  const binary = { command: join(path, loader), leadingArgs: ["--library-path", path, program] };
  return runs(binary) ? binary : undefined;
}
