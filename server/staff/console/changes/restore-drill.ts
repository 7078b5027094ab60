/** The operator records a restore that was tried. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";
import { type Drill, insertDrill } from "../cluster/cluster-rows.ts";

/** Anything but `done`: the time has not come yet, or is recorded already, and nothing is written. */
export async function recordDrillByOperator(
  tx: Tx,
  { reason, ...drill }: Drill & { reason: string },
): ReturnType<typeof insertDrill> {
  const outcome = await insertDrill(tx, drill);
  if (outcome !== "done") return outcome;
  const subject = `${drill.at.toISOString()}: RPO ${drill.rpoSec} s, RTO ${drill.rtoSec} s`;
  await recordStaffAct(tx, { staffId: null, act: "restore_drill.record", subject, reason });
  return outcome;
}
