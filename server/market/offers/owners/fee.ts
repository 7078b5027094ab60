/** What sellers pay by method, and what their perks lower it by, for screens. What a trade costs is judged by the database (`fee_bp_of`). */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import { PAYMENT_METHODS, type PaymentMethod } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { perksOf } from "./owner-rows.ts";

type FeeSettings = {
  readonly "offers.fee_bp": Readonly<Record<string, number>>;
  readonly "offers.high_fee_bp": number;
};

/** Without anybody's perks: by the class of the method, or its group. */
export function baseFeeBp(method: PaymentMethod, settings: FeeSettings): number {
  if (method.rules.includes("fee-5")) return settings["offers.high_fee_bp"];
  return settings["offers.fee_bp"][method.group] ?? 100;
}

/** By how much the best of a user's discounts lowers the fee of a method that it is for; 0 where none does. */
export async function bestDiscountBp(tx: ReadTx, userId: bigint): Promise<number> {
  const perks = await perksOf(tx, userId);
  if (perks.length === 0 || !(await isFlagOn(tx, { name: "isFeeDiscountEnabled", userId }))) return 0;
  const settings = await readSettings(tx, ["offers.fee_bp", "offers.high_fee_bp"]);
  const savings = perks.flatMap(({ method_id: id, fee_bp: feeBp }) =>
    PAYMENT_METHODS.filter((method) => id === 0 || method.id === id).map(
      (method) => baseFeeBp(method, settings) - feeBp,
    ),
  );
  return Math.max(0, ...savings);
}
