/** A user requests an archive of the data that is stored about them. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { proofRefusal, refuseSharedAccount } from "../../people/auth/index.ts";
import { askForExport } from "./rows.ts";

type Asking = { readonly viewer: Pick<Viewer, "userId" | "sessionId">; readonly caller: CalledFrom };

/** Refuses auth.shared_account, account.export_exists, and auth.password_proof without a proof of just this. Locks the user. */
export async function askForData(tx: Tx, { viewer, caller }: Asking): Promise<void> {
  const { userId, sessionId } = viewer;
  await refuseSharedAccount(tx, userId);
  await noteCaller(tx, caller);
  const outcome = await askForExport(tx, { userId, sessionId });
  if (outcome === "exists") throw new Refusal("account.export_exists");
  if (outcome === "unproved") throw proofRefusal({ kind: "download_data", id: "account" });
}
