/** The fixed rewards of ambassadors, in batches. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import { accrueForNewcomers } from "./rows.ts";

const BATCH = 100;
/** Batches of one run; the next run goes on. */
const MOST_BATCHES = 20;

export async function rewardNewcomers({ db }: Pick<AppPorts, "db">): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1)
    if ((await db.tx((tx) => accrueForNewcomers(tx, BATCH))) < BATCH) break;
}
