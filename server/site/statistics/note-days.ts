/** Computes the days that are over; a market that has none of them yet gets all, some at a time. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { nextDays, noteDays } from "./rows.ts";

const AT_ONCE = 60;

export async function noteStatDays({ db }: Pick<AppPorts, "db">): Promise<void> {
  for (let before = ""; ; ) {
    const days = await db.read((tx) => nextDays(tx, AT_ONCE));
    if (!days || days.last === before) return;
    await db.tx((tx) => noteDays(tx, days));
    before = days.last;
  }
}
