/** Events about requests and quotes, which become notifications: whom they are about, and the amount. */
import { displayFromUnits } from "#contract/money/money.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { getFiat } from "../../reference/catalog/index.ts";

type OtcEvent = `account.otc_${"asked" | "quoted" | "closed" | "accepted" | "ended"}`;

export function notify(tx: Tx, type: OtcEvent, userId: bigint, amount: string): void {
  tx.emit({ type, subject: String(userId), payload: { detail: amount } });
}

export const amountOf = (units: bigint, fiat: string): string =>
  `${displayFromUnits(units, getFiat(fiat).digits)} ${fiat}`;
