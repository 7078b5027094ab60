/** A process that commits three events and then does nothing, so that a test can kill it before they are delivered. */
import { openDb } from "../platform/postgres/db.ts";
import { openLog } from "../platform/log.ts";

const db = openDb({ url: process.argv[2] ?? "", log: openLog({ level: "silent" }) });
await db.tx(async (tx) => {
  for (const number of [1, 2, 3]) tx.emit({ type: "account.signed_in", subject: `left ${number}`, payload: {} });
});
process.send?.("committed");
