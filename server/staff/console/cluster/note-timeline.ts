/** The leading worker looks whether the database has another timeline than before: after a failover it leads again on the new primary. */
import type { Job } from "../../../platform/app-ports.ts";
import { hasNewTimeline, noteTimeline } from "./cluster-rows.ts";

const LOOK_MS = 10_000;

export const timelineJobs: readonly Job[] = [
  {
    name: "note-timeline",
    everyMs: LOOK_MS,
    run: async ({ db, log }) => {
      if (!(await db.read(hasNewTimeline))) return;
      if (await db.tx(noteTimeline))
        log.warn("the database has another timeline than before: /staff/cluster shows both");
    },
  },
];
