/** Ends quotes that nobody answered or accepted in time, and requests that waited for days; the two users are notified. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { type Ended, expireRows } from "./rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { amountOf, notify } from "./notify.ts";

const MOST = 100;

export const expireOtc = ({ db }: Pick<AppPorts, "db">): Promise<void> =>
  db.tx(async (tx) => {
    for (const ended of await expireRows(tx, MOST)) notifyOfEnd(tx, ended);
  });

/** A price that the user never saw ends without a word to them. */
function notifyOfEnd(tx: Tx, { what, user_id, trader_id, units, fiat }: Ended): void {
  const amount = amountOf(units, fiat);
  if (what !== "asked") notify(tx, "account.otc_closed", user_id, amount);
  if (trader_id !== null) notify(tx, "account.otc_ended", trader_id, amount);
}
