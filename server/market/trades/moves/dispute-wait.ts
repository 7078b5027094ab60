/** How long a side waits before it can ask a moderator, by how fast the method usually is. */
import type { PaymentMethod } from "../../../reference/catalog/index.ts";

const MINUTES_BY_GROUP: Readonly<Record<string, number>> = {
  "gift-cards": 30,
  "online-transfers": 60,
  "mobile-money": 60,
  "debitcredit-cards": 60,
  "digital-currencies": 60,
};
const OTHER_MINUTES = 180;
const DAY_MINUTES = 1440;

export function disputeWaitSec(method: Pick<PaymentMethod, "group" | "windowMinutes">): number {
  const minutes = method.windowMinutes >= DAY_MINUTES ? DAY_MINUTES : (MINUTES_BY_GROUP[method.group] ?? OTHER_MINUTES);
  return minutes * 60;
}
