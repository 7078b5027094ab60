/** The SQL of a user's time zone. */
import type { ReadTx } from "../../platform/postgres/db.ts";

/** As an IANA name, such as Africa/Lagos. */
export async function timezoneOf(tx: ReadTx, userId: bigint): Promise<string> {
  const [row] = await tx.rows<{ timezone: string }>`select timezone from users where id = ${userId}`;
  return row?.timezone ?? "UTC";
}
