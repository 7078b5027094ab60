/** A market process to be killed or stopped: it matches all markets of a database, also where another one does. */
import { setTimeout as pause } from "node:timers/promises";
import { openLog } from "../../server/platform/log.ts";
import { openDb } from "../../server/platform/postgres/db.ts";
import { matchMarkets } from "../../server/products/spot/matching/match-market.ts";

const db = openDb({ url: process.env.MARKET_URL ?? "", log: openLog({ level: "silent" }), poolSize: 2 });
process.send?.("matching");
for (;;) {
  try {
    await matchMarkets({ db });
  } catch (error) {
    // Another process has the market: it is taken back, as after a failure of the job.
    process.send?.(String(error));
  }
  await pause(2);
}
