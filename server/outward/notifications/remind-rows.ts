/** The SQL of reminders. Which deadlines there are, and who is told of them, stands in migration 0521. */
import type { Tx } from "../../platform/db.ts";
import { onlyRow } from "../../platform/only-row.ts";

/** Of payment windows. Returns how many were told. */
export async function remindOfTrades(tx: Tx, most: number): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select remind_of_trades(${most}) as many`).many;
}

/** Of documents, closings, reviews and cases. Returns how many were told. */
export async function remindOfDates(tx: Tx, most: number): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select remind_of_dates(${most}) as many`).many;
}
