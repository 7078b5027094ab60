/**
 * A program out of Debian's packages, with all that it needs, in a folder: fetched through the machine's own Debian source with private lists. The
 * machine's package database is neither read nor changed; apt checks the signatures as always.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withFolderLock } from "../platform/files/folder-lock.ts";

export type ProgramAsked<T> = {
  /** The first that can be written gets the folder `name`, with the packages' files in its `root`. */
  readonly folders: readonly string[];
  readonly name: string;
  readonly suite: string;
  /** The package. */
  readonly wanted: string;
  /** Why its file, of this digest, is not taken; undefined if it is. */
  readonly faultOf?: (file: string, digest: string) => string | undefined;
  /** The copy in a folder, when it is whole and runs here. */
  readonly kept: (folder: string) => T | undefined;
  /** Before the list of packages is read, and with `true` before they are loaded. */
  readonly say: (isLoading: boolean) => void;
};

/** Fetches once: a process that waited for another takes its copy. Throws why it cannot be had. */
export async function fetchFromDebian<T>(asked: ProgramAsked<T>): Promise<T> {
  const { folders, name, suite, kept } = asked;
  if (process.platform !== "linux") throw new Error("it can be fetched on Debian only");
  for (const tool of ["apt-get", "dpkg-deb"]) {
    if (spawnSync(tool, ["--version"]).error) throw new Error(`this machine has no ${tool} to fetch it with`);
  }
  const source = debianSource("/etc/apt", suite);
  if (!source) throw new Error("this machine has no Debian package source to fetch it from");
  const home = folders.find(isWritable);
  if (!home) throw new Error("there is no folder to keep it in");
  const place = join(home, name);
  return await withFolderLock(join(home, `${name}.lock`), async () => {
    const made = kept(place);
    if (made) return made;
    const unfinished = join(home, `${name}.part-${process.pid}`);
    try {
      asked.say(false);
      await fetchInto(unfinished, source, asked);
      rmSync(place, { recursive: true, force: true });
      renameSync(unfinished, place);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    const found = kept(place);
    if (!found) throw new Error("the fetched program does not run on this machine");
    return found;
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

/** The machine's own Debian source, repeated for another suite. */
export function debianSource(folder = "/etc/apt", suite = "sid"): { fileName: string; text: string } | undefined {
  const parts = join(folder, "sources.list.d");
  const names = existsSync(parts) ? readdirSync(parts).sort() : [];
  for (const name of names.filter((file) => file.endsWith(".sources"))) {
    const stanza = readFileSync(join(parts, name), "utf8")
      .replace(/^#.*\n/gm, "")
      .split(/\n\s*\n/)
      .find(
        (text) => isDebianArchive(/^URIs:\s*(.+)$/m.exec(text)?.[1] ?? "") && /^Types:(?:.*\s)?deb(?:\s|$)/m.test(text),
      );
    if (stanza) return { fileName: "debian.sources", text: forSuite(stanza, suite) };
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
      return { fileName: "debian.list", text: `deb ${signedOnly(match[1] ?? "")}${match[2]} ${suite} main\n` };
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

function forSuite(stanza: string, suite: string): string {
  return `${stanza
    .replace(/^(?:Trusted|Allow-\w+):.*\n?/gim, "")
    .replace(/^Types:.*$/m, "Types: deb")
    .replace(/^Suites:.*$/m, `Suites: ${suite}`)
    .replace(/^Components:.*$/m, "Components: main")
    .trim()}\n`;
}

async function fetchInto(
  folder: string,
  source: { fileName: string; text: string },
  { wanted, faultOf, say }: Pick<ProgramAsked<unknown>, "wanted" | "faultOf" | "say">,
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
  say(true);
  await run("apt-get", [...options, "-q", "-y", "--download-only", "--no-install-recommends", "install", wanted]);
  const archives = join(work, "cache/archives");
  const packages = readdirSync(archives).filter((name) => name.endsWith(".deb"));
  const file = packages.find((name) => name.startsWith(`${wanted}_`));
  if (!file) throw new Error(`the package source did not give ${wanted}`);
  const fault = faultOf?.(file, digestOf(join(archives, file)));
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

/** Set-up tools that programs in a folder do not need: named as present, so that only libraries are fetched. */
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
