/** The job of retention: rows first, in short transactions; then the files that only they named. */
import type { AppPorts, Module } from "../../platform/app-ports.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { eraseSome, filesToRemove, forgetFile } from "./rows.ts";

/** A lock on so many rows is held for milliseconds. */
const AT_ONCE = 500;
const ROUNDS = 40;
/** The rest is left for the next run, so that a first run after years does not delay other jobs. */
const MOST_MS = 30_000;
const MOST_FILES = 2000;

/** Safe to break off anywhere: what was erased stays erased, and a file whose row is gone is on a list until it is gone too. */
export async function eraseOld(
  { db, files, log }: Pick<AppPorts, "db" | "files" | "log">,
  declared: readonly Module[],
  mostMs = MOST_MS,
): Promise<void> {
  const overAtMs = performance.now() + mostMs;
  const erased: Record<string, number> = {};
  // Each kind gets its rounds, and those of which there is more get others while there is time.
  let left = declared.flatMap(({ retention = [] }) => retention.map(({ kind }) => kind));
  do left = await eraseRounds(db, left, erased);
  while (left.length > 0 && performance.now() < overAtMs);
  const keys = await db.tx((tx) => filesToRemove(tx, MOST_FILES));
  for (const key of keys) {
    await files.remove(key);
    await db.tx((tx) => forgetFile(tx, key));
  }
  if (keys.length > 0 || Object.keys(erased).length > 0)
    log.info({ ...erased, files: keys.length }, "what was kept for its time was looked at and erased");
}

/** Returns the kinds of which there is more, and adds to `erased` how many rows it looked at. */
async function eraseRounds(db: Db, kinds: readonly string[], erased: Record<string, number>): Promise<string[]> {
  const left: string[] = [];
  for (const kind of kinds) {
    let many = AT_ONCE;
    for (let round = 0; round < ROUNDS && many === AT_ONCE; round++) {
      many = await db.tx((tx) => eraseSome(tx, { kind, most: AT_ONCE }));
      if (many > 0) erased[kind] = (erased[kind] ?? 0) + many;
    }
    if (many === AT_ONCE) left.push(kind);
  }
  return left;
}
