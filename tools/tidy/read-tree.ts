/** Every source file that git knows or would know, by its path. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Tree } from "./tables.ts";

export function treeOf(): Tree {
  const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const paths = [...new Set(listed.stdout.split("\n"))].sort();
  return new Map(
    paths
      .filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path) && !path.includes("/generated/"))
      .flatMap((path) => {
        try {
          return [[path, readFileSync(path, "utf8")] as const];
        } catch {
          // Deleted in the working tree and not yet committed.
          return [];
        }
      }),
  );
}
