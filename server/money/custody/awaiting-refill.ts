/** A send-out that what is hot does not cover, and what is cold does, says that it waits for the operator's refill. */
import type { Db, ReadTx } from "../../platform/db.ts";
import { emitSendOut } from "./send-out.ts";
import { lockSendOutByHash, type SendOutRow, setAwaitsRefill } from "./send-out-rows.ts";

/** Writes only what changes, and announces that. Does nothing to one that is not pending any more. */
export async function noteAwaiting(
  db: Db,
  sendOut: SendOutRow,
  isAwaiting: (tx: ReadTx) => Promise<boolean>,
): Promise<void> {
  const now = await db.read(isAwaiting);
  if (now === sendOut.awaits_refill) return;
  await db.tx(async (tx) => {
    const current = await lockSendOutByHash(tx, sendOut.hash);
    if (current?.status !== "pending" || current.awaits_refill === now) return;
    await setAwaitsRefill(tx, current.id, now);
    emitSendOut(tx, current, now ? "awaiting_refill" : "refilled");
  });
}
