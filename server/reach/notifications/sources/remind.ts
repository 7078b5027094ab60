/** Reminds of deadlines once. The database writes the events; they are delivered like other events. */
import type { Job } from "../../../platform/app-ports.ts";
import type { Db, Tx } from "../../../platform/postgres/db.ts";
import { remindOfDates, remindOfEvidence, remindOfTrades } from "./remind-rows.ts";

const AT_ONCE = 200;
const MINUTE_MS = 60_000;

export const reminderJobs: readonly Job[] = [
  { name: "remind-of-trades", everyMs: 15_000, run: ({ db }) => remindAll(db, remindOfTrades) },
  { name: "remind-of-evidence", everyMs: MINUTE_MS, run: ({ db }) => remindAll(db, remindOfEvidence) },
  { name: "remind-of-dates", everyMs: 5 * MINUTE_MS, run: ({ db }) => remindAll(db, remindOfDates) },
];

async function remindAll(db: Db, remind: (tx: Tx, most: number) => Promise<number>): Promise<void> {
  while ((await db.tx((tx) => remind(tx, AT_ONCE))) === AT_ONCE);
}
