/** Refreshes the figures that the listing shows, from what the database keeps of each trader: a few rows, however many trades. */
import type { Tx } from "../../platform/postgres/db.ts";

/** Refreshes the given users; their rows exist afterwards. Locks them in id order. */
export async function refreshReputation(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length > 0) await tx.rows`select refresh_reputation(${userIds}::bigint[], ${tx.now})`;
}
