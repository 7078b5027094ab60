/** The sizes of the queues that a member of the staff may read. */
import { CONSOLE_PLACES } from "#contract/staff/console-places.ts";
import { QUEUE_PLACES } from "#contract/staff/queue-names.ts";
import type { StaffQueue } from "#contract/staff/queues.ts";
import type { Role } from "#contract/staff/names.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { queueSizeRows } from "./queue-rows.ts";

/** In the order of the navigation. */
export async function viewQueues(tx: ReadTx, roles: readonly Role[]): Promise<StaffQueue[]> {
  const places = QUEUE_PLACES.filter((place) => holdsRight(roles, CONSOLE_PLACES[place].right));
  if (places.length === 0) return [];
  const rows = await queueSizeRows(tx, places);
  return places.flatMap((place) =>
    rows
      .filter((row) => row.place === place)
      .map((row) => ({ place, waiting: row.waiting, oldestAt: row.oldest_at?.toISOString() ?? null })),
  );
}
