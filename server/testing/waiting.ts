/** For tests of what two do at once: until so many wait for what somebody else holds, in the database of `owner`. */
import { setTimeout as pause } from "node:timers/promises";

type Asks = { query(text: string): Promise<{ rows: unknown[] }> };

/** Throws when nobody has come to wait within three seconds. */
export async function untilWaiting(owner: Asks, count: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await owner.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    if (rows.length >= count) return;
    await pause(10);
  }
  throw new Error("nobody waits");
}
