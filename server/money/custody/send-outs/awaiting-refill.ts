/** A send-out that what is hot does not cover, and what is cold does, says that it waits for the operator's refill. */
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { emitSendOut } from "./send-out.ts";
import { lockSendOutByHash, type SendOutRow, setAwaitsRefill } from "./rows.ts";

/** Of one that could not be planned. Writes only what changes, and announces that; nothing where it is not pending any more. */
export async function noteAwaiting(
  db: Db,
  sendOut: SendOutRow,
  isAwaiting: (tx: ReadTx) => Promise<boolean>,
): Promise<void> {
  const now = await db.read(isAwaiting);
  if (now === sendOut.awaits_refill) return;
  await db.tx(async (tx) => {
    const current = await lockSendOutByHash(tx, sendOut.hash);
    if (current?.status === "pending") await setAwaiting(tx, current, now);
  });
}

/** When it is planned: it no longer waits for a refill. */
export function noteRefilled(tx: Tx, sendOut: SendOutRow): Promise<void> {
  return setAwaiting(tx, sendOut, false);
}

async function setAwaiting(tx: Tx, sendOut: SendOutRow, isAwaiting: boolean): Promise<void> {
  if (sendOut.awaits_refill === isAwaiting) return;
  await setAwaitsRefill(tx, sendOut.id, isAwaiting);
  emitSendOut(tx, sendOut, isAwaiting ? "awaiting_refill" : "refilled");
}
