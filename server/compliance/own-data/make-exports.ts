/** Makes the archives that were asked for. One that was lost in the middle is begun again; what nobody gets any more goes. */
import type { AppPorts, Module } from "../../platform/app-ports.ts";
import { sealingVersions } from "../../platform/sealed.ts";
import { packArchive } from "./archive.ts";
import { inPieces, sealPiece } from "../../platform/sealed-pieces.ts";
import { placeOf } from "./pieces.ts";
import { beginExport, finishExport, forgetExports, keepPiece, waitingExports } from "./rows.ts";

type Making = Pick<AppPorts, "db" | "files"> & { readonly declared: readonly Module[] };

export async function makeExports(
  { db, files, log }: Pick<AppPorts, "db" | "files" | "log">,
  declared: readonly Module[],
): Promise<void> {
  await db.tx((tx) => forgetExports(tx, sealingVersions()));
  for (const { id } of await db.read(waitingExports)) {
    // One that fails is tried again at the next turn, and keeps nobody behind it waiting.
    await makeOne({ db, files, declared }, id).then(
      (isMade) => log.info({ export: String(id), isMade }, "an archive of a user's data was made"),
      (error) => log.error({ err: error, export: String(id) }, "an archive was not made"),
    );
  }
}

/**
 * In short transactions: reading all of a busy trader takes a while. False where another process has begun anew meanwhile,
 * or nobody waits for it any more.
 */
async function makeOne({ db, files, declared }: Making, exportId: bigint): Promise<boolean> {
  const number = await db.tx((tx) => beginExport(tx, exportId));
  if (number === null) return false;
  let place = 0;
  let sizeBytes = 0;
  for await (const bytes of inPieces(packArchive({ db, files, declared }, exportId))) {
    const sealed = sealPiece(placeOf(exportId, place), bytes);
    if (!(await db.tx((tx) => keepPiece(tx, { exportId, number, place, sealed })))) return false;
    place += 1;
    sizeBytes += bytes.length;
  }
  return db.tx((tx) => finishExport(tx, { exportId, number, sizeBytes }));
}
