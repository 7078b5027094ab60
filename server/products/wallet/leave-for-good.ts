/** A banned account sends out all of a coin, once, when staff have approved it. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { mayAct } from "../../people/accounts/index.ts";
import { isLeaveAllowed } from "./send-outs/rows.ts";

/**
 * For who may send out anyhow nothing. Refuses auth.restricted where nothing was approved, and wallet.all_only for less than
 * all. That it is all, and once, is decided when it is reserved.
 */
export async function refuseUnlessAll(
  tx: ReadTx,
  { viewer, amount }: { viewer: Pick<Viewer, "userId" | "restrictions">; amount: string },
): Promise<void> {
  if (mayAct(viewer, "send_out")) return;
  if (!(await isLeaveAllowed(tx, viewer.userId)))
    throw new Refusal("auth.restricted", { restrictions: [...viewer.restrictions] });
  if (amount !== "max") throw fieldRefusal("wallet.all_only", "amount");
}
