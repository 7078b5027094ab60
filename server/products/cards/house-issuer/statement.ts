/** The statement of the house issuer: what it signed and sent by the end of a day, each of its ids in one statement. */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { entryIn } from "../messages.ts";
import { type Line, sentBy, statedOf } from "../statement-rows.ts";

export async function houseStatement(tx: ReadTx, day: string): Promise<Line[]> {
  const lines = new Map<string, Line>();
  for (const message of await sentBy(tx, day)) {
    const { entry } = entryIn(message);
    if (entry && entry.kind !== "reversal" && !lines.has(entry.id))
      lines.set(entry.id, { id: entry.id, kind: entry.kind, units: entry.usd_units });
  }
  const stated = await statedOf(tx, [...lines.keys()]);
  return [...lines.values()].filter(({ id }) => !stated.has(id));
}
