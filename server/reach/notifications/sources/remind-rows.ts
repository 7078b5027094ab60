/** The SQL of reminders. The database functions choose the deadlines and their receivers. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

/** Of payment windows. Returns how many were sent. */
export async function remindOfTrades(tx: Tx, most: number): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select remind_of_trades(${most}) as many`).many;
}

/** Of the time for evidence. Returns how many were sent. */
export async function remindOfEvidence(tx: Tx, most: number): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select remind_of_evidence(${most}) as many`).many;
}

/** Of documents, closings, reviews and cases. Returns how many were sent. */
export async function remindOfDates(tx: Tx, most: number): Promise<number> {
  return onlyRow(await tx.rows<{ many: number }>`select remind_of_dates(${most}) as many`).many;
}
