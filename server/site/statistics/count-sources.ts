/** Counts from where registrations and trades came. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { addSources } from "./source-rows.ts";

/** With the mark that the event was delivered: each once. */
export async function countSources(
  tx: Tx,
  events: readonly StoredEvent<"account.registered" | "trade.open">[],
): Promise<[]> {
  const counted = events.flatMap(({ type, at, payload: { source } }) =>
    source ? [{ source, day: at.toISOString().slice(0, 10), isTrade: type === "trade.open" }] : [],
  );
  if (counted.length > 0) await addSources(tx, counted);
  return [];
}
