/** The providers by which users may sign in, for pages. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import { providerRows } from "./rows.ts";

export async function offeredProviders(tx: ReadTx): Promise<{ id: string; title: string }[]> {
  return (await providerRows(tx)).map(({ id, title }) => ({ id, title }));
}
