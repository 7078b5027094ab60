/** A device says that a notification was shown or opened, by the mark that came with it: for that one row, and no session. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { isSigned } from "../../../platform/sealed.ts";
import { markRead } from "../rows.ts";
import { recordReceipt } from "./sending/rows.ts";

export const RECEIPT = "push-receipt";

/** Marks an opened notification as read. Refuses notification.link_unknown. */
export async function confirm(
  tx: Tx,
  { receipt, state }: { receipt: string; state: "delivered" | "opened" },
): Promise<{ state: string }> {
  const [id = "", mark = "", ...more] = receipt.split(".");
  if (more.length > 0 || !isSigned(mark, { text: id, purpose: RECEIPT }))
    throw new Refusal("notification.link_unknown");
  const notification = await recordReceipt(tx, { id: BigInt(id), isOpened: state === "opened" });
  if (notification !== undefined && state === "opened") await markRead(tx, notification);
  return { state };
}
