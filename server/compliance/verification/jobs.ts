/** What happens to documents by time: those that expire, and those whose keeping is over. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { countErased, endExpiredRows, filesToRemove, forgetFile } from "./job-rows.ts";

/** Ends what an expired document verified, and notifies its owner. */
export async function endExpired({ db }: Pick<AppPorts, "db">): Promise<void> {
  while ((await db.tx(endExpiredRows)) > 0);
}

/** First the rows, with the only keys; then the files, of which nobody can read anything any more. */
export async function eraseDocuments({ db, files, log }: Pick<AppPorts, "db" | "files" | "log">): Promise<void> {
  let erased = 0;
  for (let some = await db.tx(countErased); some > 0; some = await db.tx(countErased)) erased += some;
  // All of them, however many pictures were replaced since the last turn.
  for (let keys = await db.read(filesToRemove); keys.length > 0; keys = await db.read(filesToRemove))
    for (const key of keys) {
      await files.remove(key);
      await db.tx((tx) => forgetFile(tx, key));
    }
  if (erased > 0) log.info({ erased }, "documents were erased");
}
