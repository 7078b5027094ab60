/** The SQL of what levels need. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type Facts = {
  readonly level: number;
  /** Waits for another administrator. */
  readonly asked_level: number | null;
  readonly is_demo: boolean;
};

export async function factsOf(tx: ReadTx, userId: bigint): Promise<Facts> {
  const rows = await tx.rows<Facts>`
    select users.level::float8 as level, level_asked_for(users.id)::float8 as asked_level, users.is_demo
    from users
    where users.id = ${userId}`;
  return onlyRow(rows);
}
