/** The caller of a transaction: the database writes it into the activity of the affected account. */
import type { Tx } from "./db.ts";

/** An address and the browser's own name of itself, as a request brought them. */
export type CalledFrom = { readonly ip: string; readonly userAgent: string };

export function calledFrom({ ip, userAgent }: CalledFrom): CalledFrom {
  return { ip, userAgent };
}

/** Until the end of the transaction; undefined takes back what was said before. */
export async function noteCaller(tx: Tx, from: CalledFrom | undefined): Promise<void> {
  const said = from ? JSON.stringify(calledFrom(from)) : "";
  await tx.rows`select set_config('parley.called_from', ${said}, true)`;
}
