/** The limit of files that are read for one user. */
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { Db } from "../postgres/db.ts";
import { countTry } from "./file-work-rows.ts";

const MOST_PER_HOUR = 60;

/** Before a file is read, and in a transaction of its own: reading is the work, whether the file is kept or refused. Refuses upload.count_limit. */
export async function countFileWork(db: Db, userId: bigint): Promise<void> {
  const isWithin = await db.tx((tx) => countTry(tx, { userId, most: MOST_PER_HOUR }));
  if (!isWithin) throw fieldRefusal("upload.count_limit", "file");
}
