/** Events, live messages and kept answers are kept by time: a job makes the parts of what is to come and drops those that are over. */
import type { Job } from "../app-ports.ts";
import type { Tx } from "./db.ts";

const MINUTE = 60_000;

export const partsJob: Job = {
  name: "keep-parts",
  everyMs: 10 * MINUTE,
  async run({ db, log }) {
    for (const table of ["events", "live_messages", "idempotency_keys"] as const) {
      // One transaction each: dropping a part takes a lock that blocks all writers of the table.
      if (!(await db.tx((tx) => (table === "idempotency_keys" ? keepAnswerParts(tx) : keepParts(tx, table)))))
        log.info({ table }, "the parts of a table are in use; they are made and dropped at the next turn");
    }
  },
};

/** False if another transaction held a lock for too long. */
async function keepParts(tx: Tx, table: "events" | "live_messages"): Promise<boolean> {
  const [row] = await tx.rows<{ done: boolean }>`select keep_parts(${table}) as done`;
  return row?.done ?? false;
}

/** Of request keys; false as above. */
async function keepAnswerParts(tx: Tx): Promise<boolean> {
  const [row] = await tx.rows<{ done: boolean }>`select keep_answer_parts() as done`;
  return row?.done ?? false;
}
