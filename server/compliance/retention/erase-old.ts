/** The job of retention: rows first, in short transactions; then the files that only they named. */
import type { AppPorts, Module } from "../../platform/app-ports.ts";
import { eraseSome, filesToRemove, forgetFile } from "./rows.ts";

/** A lock on so many rows is held for milliseconds. */
const AT_ONCE = 500;
/** The rest is left for the next run, so that a first run after years does not delay other jobs. */
const MOST_ROUNDS = 40;
const MOST_FILES = 2000;

/** Safe to break off anywhere: what was erased stays erased, and a file whose row is gone is on a list until it is gone too. */
export async function eraseOld(
  { db, files, log }: Pick<AppPorts, "db" | "files" | "log">,
  declared: readonly Module[],
): Promise<void> {
  const erased: Record<string, number> = {};
  for (const { kind } of declared.flatMap(({ retention = [] }) => retention)) {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const many = await db.tx((tx) => eraseSome(tx, { kind, most: AT_ONCE }));
      if (many > 0) erased[kind] = (erased[kind] ?? 0) + many;
      if (many < AT_ONCE) break;
    }
  }
  const keys = await db.tx((tx) => filesToRemove(tx, MOST_FILES));
  for (const key of keys) {
    await files.remove(key);
    await db.tx((tx) => forgetFile(tx, key));
  }
  if (keys.length > 0 || Object.keys(erased).length > 0)
    log.info({ ...erased, files: keys.length }, "what was kept for its time was looked at and erased");
}
