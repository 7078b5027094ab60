/** The platform was down: every running window is longer by that time, and the trade's log says so. */
import type { Tx } from "../../platform/db.ts";
import { postSystemLines } from "../chat/index.ts";
import { extendAll } from "./rows.ts";

export async function moveDeadlines(tx: Tx, outageMs: number): Promise<void> {
  const seconds = Math.ceil(outageMs / 1000);
  const moved = await extendAll(tx, seconds);
  postSystemLines(
    tx,
    moved.map((hash) => ({
      ref: hash,
      key: "platform_was_down",
      values: { minutes: String(Math.ceil(seconds / 60)) },
    })),
  );
}
