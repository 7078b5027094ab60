/** The state of a user's own archive, as their session sees it. */
import type { DataExport } from "#contract/compliance/own-data.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { exportOf } from "./rows.ts";

export async function viewExport(
  tx: ReadTx,
  { userId, sessionId }: Pick<Viewer, "userId" | "sessionId">,
): Promise<DataExport> {
  const row = await exportOf(tx, userId);
  if (!row) return { asked: null };
  return {
    asked: {
      at: row.asked_at.toISOString(),
      sizeBytes: row.size_bytes,
      expiresAt: row.expires_at.toISOString(),
      isHere: row.session_id === sessionId,
    },
  };
}
