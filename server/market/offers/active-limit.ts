/** How many offers somebody may have on the market, and whether one more fits. */
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { countSwitchedOn, tierOf } from "./owner-rows.ts";

export async function activeLimitOf(tx: ReadTx, userId: bigint): Promise<number> {
  const settings = await readSettings(tx, ["offers.max_active", "offers.max_active_power", "offers.max_active_expert"]);
  const tier = await tierOf(tx, userId);
  if (tier === "expert_trader") return settings["offers.max_active_expert"];
  if (tier === "power_trader") return settings["offers.max_active_power"];
  return settings["offers.max_active"];
}

/** With the owner locked. Refuses offer.too_many_active. */
export async function refuseBeyondLimit(tx: ReadTx, userId: bigint, more: number): Promise<void> {
  const switchedOn = await countSwitchedOn(tx, userId);
  const most = await activeLimitOf(tx, userId);
  if (switchedOn + more > most) throw new Refusal("offer.too_many_active", { most });
}
