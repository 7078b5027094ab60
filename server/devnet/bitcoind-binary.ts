/**
 * Finds a bitcoind for this machine: the one named by BITCOIND, a copy kept from an earlier run, or Debian's package
 * bitcoin-knots of its suite sid, fetched through the machine's own Debian source with private lists. The machine's
 * package database is neither read nor changed; apt checks the signatures as always.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { withFolderLock } from "../platform/files/folder-lock.ts";
import { packageFault } from "./bitcoind-version.ts";

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
  return await fetchFromDebian(options);
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

async function fetchFromDebian({ folders, say }: FindOptions): Promise<FoundBitcoind> {
  if (process.platform !== "linux") return missing("it can be fetched on Debian only");
  for (const tool of ["apt-get", "dpkg-deb"]) {
    if (spawnSync(tool, ["--version"]).error) return missing(`this machine has no ${tool} to fetch it with`);
  }
  const source = debianSource();
  if (!source) return missing("this machine has no Debian package source to fetch it from");
  const home = folders.find(isWritable);
  if (!home) return missing("there is no folder to keep it in");
  const kept = join(home, "bitcoind");
  return await withFolderLock(join(home, "bitcoind.lock"), async () => {
    const made = keptCopy(kept);
    if (made) return { found: true, binary: made };
    const unfinished = join(home, `bitcoind.part-${process.pid}`);
    try {
      say("fetching the Bitcoin node (Debian's bitcoin-knots, about 30 MB, only once)");
      await fetchInto(unfinished, source, say);
      rmSync(kept, { recursive: true, force: true });
      renameSync(unfinished, kept);
    } catch (error) {
      return missing(error instanceof Error ? error.message : String(error));
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    const binary = keptCopy(kept);
    return binary ? { found: true, binary } : missing("the fetched program does not run on this machine");
  });
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return true;
  } catch {
    // A read-only home is common in containers: the next folder is tried.
    return false;
  }
}

/** The machine's own Debian source, repeated for the suite that carries the package. */
export function debianSource(folder = "/etc/apt"): { fileName: string; text: string } | undefined {
  const parts = join(folder, "sources.list.d");
  const names = existsSync(parts) ? readdirSync(parts).sort() : [];
  for (const name of names.filter((file) => file.endsWith(".sources"))) {
    const stanza = readFileSync(join(parts, name), "utf8")
      .replace(/^#.*\n/gm, "")
      .split(/\n\s*\n/)
      .find(
        (text) => isDebianArchive(/^URIs:\s*(.+)$/m.exec(text)?.[1] ?? "") && /^Types:(?:.*\s)?deb(?:\s|$)/m.test(text),
      );
    if (stanza) return { fileName: "debian.sources", text: forSid(stanza) };
  }
  const lists = [
    join(folder, "sources.list"),
    ...names.filter((file) => file.endsWith(".list")).map((file) => join(parts, file)),
  ];
  for (const line of lists
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))) {
    const match = /^deb\s+(\[[^\]]*\]\s+)?(\S+)\s+\S+\s+(.*\bmain\b.*)$/.exec(line.trim());
    if (match?.[2] && isDebianArchive(match[2])) {
      return { fileName: "debian.list", text: `deb ${signedOnly(match[1] ?? "")}${match[2]} sid main\n` };
    }
  }
  return undefined;
}

function isDebianArchive(uris: string): boolean {
  return uris
    .split(/\s+/)
    .some((uri) => /\/debian\/?$/.test(uri) || /^mirror\+file:.*debian(?!-security)[^/]*$/.test(uri));
}

/** The options of a source without those that let it go unsigned. */
function signedOnly(options: string): string {
  const kept = options
    .replace(/[[\]]/g, " ")
    .split(/\s+/)
    .filter((one) => one && !/^(trusted|allow-\w+)=/i.test(one));
  return kept.length > 0 ? `[${kept.join(" ")}] ` : "";
}

function forSid(stanza: string): string {
  return `${stanza
    .replace(/^(?:Trusted|Allow-\w+):.*\n?/gim, "")
    .replace(/^Types:.*$/m, "Types: deb")
    .replace(/^Suites:.*$/m, "Suites: sid")
    .replace(/^Components:.*$/m, "Components: main")
    .trim()}\n`;
}

async function fetchInto(
  folder: string,
  source: { fileName: string; text: string },
  say: (text: string) => void,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const work = join(folder, "apt");
  for (const part of ["lists/partial", "cache/archives/partial", "parts"])
    mkdirSync(join(work, part), { recursive: true });
  writeFileSync(join(work, source.fileName), source.text);
  writeFileSync(join(work, "status"), pretendInstalled(["debconf", "systemd"]));
  const options = [
    `Dir::Etc::SourceList=${join(work, source.fileName)}`,
    `Dir::Etc::SourceParts=${join(work, "parts")}`,
    `Dir::State=${work}`,
    `Dir::State::Lists=${join(work, "lists")}`,
    `Dir::State::status=${join(work, "status")}`,
    `Dir::Cache=${join(work, "cache")}`,
    "Acquire::Languages=none",
    "Acquire::Retries=1",
    "Acquire::http::Timeout=20",
    "Acquire::https::Timeout=20",
    "APT::Install-Recommends=false",
    // Overrides the machine's configuration: packages without a signature are refused.
    "APT::Get::AllowUnauthenticated=false",
    "Acquire::AllowInsecureRepositories=false",
    "Acquire::AllowWeakRepositories=false",
    ...(process.getuid?.() === 0 ? ["APT::Sandbox::User=root"] : []),
  ].flatMap((option) => ["-o", option]);
  await run("apt-get", [...options, "-q", "update"]);
  say("fetching the Bitcoin node: package list read, loading the packages");
  await run("apt-get", [
    ...options,
    "-q",
    "-y",
    "--download-only",
    "--no-install-recommends",
    "install",
    "bitcoin-knots",
  ]);
  const archives = join(work, "cache/archives");
  const packages = readdirSync(archives).filter((name) => name.endsWith(".deb"));
  const node = packages.find((name) => name.startsWith("bitcoin-knots_"));
  if (!node) throw new Error("the package source did not give bitcoin-knots");
  const fault = packageFault(node, digestOf(join(archives, node)));
  if (fault) throw new Error(fault);
  const root = join(folder, "root");
  mkdirSync(root, { recursive: true });
  for (const name of packages) await run("dpkg-deb", ["-x", join(archives, name), root]);
  writeFileSync(
    join(folder, "packages.txt"),
    packages.map((name) => `${digestOf(join(archives, name))}  ${name}\n`).join(""),
  );
  rmSync(work, { recursive: true, force: true });
}

/** Set-up tools that the node's libraries do not need: named as present, so that only libraries are fetched. */
function pretendInstalled(names: readonly string[]): string {
  return names
    .map((name) =>
      [
        `Package: ${name}`,
        "Status: install ok installed",
        "Version: 999",
        "Architecture: all",
        "Multi-Arch: foreign",
        "Maintainer: none <none@localhost>",
        "Description: not needed",
        "",
        "",
      ].join("\n"),
    )
    .join("");
}

function digestOf(file: string): string {
  statSync(file);
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Without a network apt waits long: the market starts without bitcoin rather than not at all. */
const RUN_LIMIT_MS = 150_000;

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const late = setTimeout(() => child.kill("SIGKILL"), RUN_LIMIT_MS);
  const status = await new Promise<number | null>((done) => {
    child.on("error", (error) => {
      said = error.message;
      done(null);
    });
    child.on("close", done);
  });
  clearTimeout(late);
  const reason = /^[EW]: .*$/m.exec(said)?.[0] ?? said.trim().split("\n").at(-1) ?? "";
  if (status !== 0) throw new Error(`${command} failed (${reason.slice(0, 300)})`);
}
