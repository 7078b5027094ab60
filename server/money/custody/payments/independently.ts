/** Processes each row independently: a malformed row is logged and skipped, and the others go on. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";

type Voice = Pick<AppPorts, "log">;

/** Rows that have their own transactions. */
export async function eachAlone<T>(
  { log }: Voice,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      log.error({ err: error }, "a row of the wallet cannot be carried on; it is tried again");
    }
  }
}

/** Rows of one transaction: what a failed one wrote is undone, the rest stays. */
export function eachWithin<T>(
  voice: Voice,
  tx: Tx,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  return eachAlone(voice, rows, (row) => tx.attempt(() => work(row)));
}
