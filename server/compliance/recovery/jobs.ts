/** What happens to recoveries by time. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { countEnded, countErased } from "./rows.ts";

/** Ends abandoned cases with their pictures; rows are erased after the time of logs, files with those of documents. */
export async function endOldRecoveries({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  let [ended, erased] = [0, 0];
  for (let some = await db.tx(countEnded); some > 0; some = await db.tx(countEnded)) ended += some;
  for (let some = await db.tx(countErased); some > 0; some = await db.tx(countErased)) erased += some;
  if (ended + erased > 0) log.info({ ended, erased }, "recoveries ended by time");
}
