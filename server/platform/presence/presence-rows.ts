/** The SQL of the rows of processes. */
import { json, type Tx } from "../postgres/db.ts";
import type { ProcessRole } from "../settings/config.ts";
import type { ProcessFigures } from "./figures.ts";

export type ProcessToNote = {
  readonly instance: string;
  readonly part: ProcessRole;
  readonly host: string;
  readonly pid: number;
  readonly release: string;
  readonly ageSec: number;
  readonly figures: ProcessFigures;
  readonly isStopping: boolean;
};

/** Its commit waits for no standby: where one hangs, the processes are still there. */
export async function noteProcess(tx: Tx, row: ProcessToNote): Promise<void> {
  await tx.rows`
    select set_config('synchronous_commit', 'off', true),
      note_process(
        ${row.instance}, ${row.part}, ${row.host.slice(0, 255)}, ${row.pid}::int, ${row.release}, ${row.ageSec}::int,
        ${json(row.figures)}::jsonb, ${row.isStopping}) is null as done`;
}
