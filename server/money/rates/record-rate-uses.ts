/** Keeps the rate that something was decided by. */
import type { Tx } from "../../platform/postgres/db.ts";
import type { Rate } from "./rate.ts";
import { insertRateUses } from "./rows.ts";

/** One row a subject ("trade:<hash>", "conversion:<id>") and pair; a second call for the same changes nothing. */
export function recordRateUses(tx: Tx, uses: readonly { subject: string; rate: Rate }[]): void {
  if (uses.length === 0) return;
  insertRateUses(tx, uses);
}
