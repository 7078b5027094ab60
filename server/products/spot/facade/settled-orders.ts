/** Orders as the market process leaves them: it matches some milliseconds after an order was placed, and its clients expect the outcome. */
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../platform/postgres/db.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { ordersByIds } from "./facade-rows.ts";

const FIRST_PAUSE_MS = 8;
const MOST_PAUSE_MS = 100;
const MOST_WAIT_MS = 2000;

/** As they are when all of them are as wanted, or after two seconds. */
export async function settledOrders(
  db: Db,
  ids: readonly bigint[],
  isSettled: (row: OrderRow) => boolean,
): Promise<OrderRow[]> {
  const untilMs = performance.now() + MOST_WAIT_MS;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(MOST_PAUSE_MS, waitMs * 1.5)) {
    const rows = await db.read((tx) => ordersByIds(tx, ids));
    if (rows.every(isSettled) || performance.now() >= untilMs) return rows;
    await pause(waitMs);
  }
}

export const isMatched = ({ status }: OrderRow): boolean => status !== "accepted";
export const isEnded = ({ ended_at: endedAt }: OrderRow): boolean => endedAt !== null;
