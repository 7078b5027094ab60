/** Copies what was posted into the lines of histories. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import { foldLines } from "./line-rows.ts";

const POSTINGS = 2000;
/** After an upgrade all postings wait: the rest follows at the next turn. */
const MOST_BATCHES = 25;

export async function copyLines({ db }: Pick<AppPorts, "db">): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    if ((await db.tx((tx) => foldLines(tx, POSTINGS))) < POSTINGS) return;
  }
}
