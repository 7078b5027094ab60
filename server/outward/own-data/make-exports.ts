/** Makes the archives that were asked for. One that was lost in the middle is begun again; what nobody gets any more goes. */
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Db } from "../../platform/db.ts";
import { packArchive } from "./archive.ts";
import { PIECE_BYTES, sealPiece } from "./pieces.ts";
import { deletePieces, finishExport, forgetExports, insertPiece, waitingExports } from "./rows.ts";

export async function makeExports({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  await db.tx(forgetExports);
  for (const { id } of await db.read(waitingExports)) {
    // One that fails is tried again at the next turn, and keeps nobody behind it waiting.
    await makeOne(db, id).then(
      (isMade) => log.info({ export: String(id), isMade }, "an archive of somebody's data was made"),
      (error) => log.error({ err: error, export: String(id) }, "an archive was not made"),
    );
  }
}

/** In short transactions: reading all of a busy trader takes a while. */
async function makeOne(db: Db, exportId: bigint): Promise<boolean> {
  await db.tx((tx) => deletePieces(tx, exportId));
  let place = 0;
  let sizeBytes = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const keep = async () => {
    const bytes = Buffer.concat(waiting);
    const sealed = sealPiece(exportId, place, bytes);
    await db.tx((tx) => insertPiece(tx, { exportId, place, sealed }));
    place += 1;
    sizeBytes += bytes.length;
    waiting = [];
    waitingBytes = 0;
  };
  for await (const bytes of packArchive(db, exportId)) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes >= PIECE_BYTES) await keep();
  }
  if (waitingBytes > 0) await keep();
  return db.tx((tx) => finishExport(tx, { exportId, sizeBytes }));
}
