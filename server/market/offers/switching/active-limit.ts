/** How many offers a user may have on the market, and whether one more fits. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Offer } from "#contract/market/offers/offer-fields.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { countSwitchedOn, tierOf } from "../owners/owner-rows.ts";

export async function activeLimitOf(tx: ReadTx, userId: bigint): Promise<number> {
  return limitOfTier(await readSettings(tx, LIMIT_SETTINGS), await tierOf(tx, userId));
}

export const LIMIT_SETTINGS = ["offers.max_active", "offers.max_active_power", "offers.max_active_expert"] as const;
type LimitSettings = Readonly<Record<(typeof LIMIT_SETTINGS)[number], number>>;

export function limitOfTier(settings: LimitSettings, tier: string | undefined): number {
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

/**
 * Each owner's active offers beyond the limit: the newest, so that a new offer never displaces an old one. Special offers do
 * not count. Pure.
 */
export function beyondLimit(
  offers: readonly Pick<Offer, "id" | "ownerId" | "isOn" | "partnerId">[],
  mostOf: (ownerId: bigint) => number,
): Set<bigint> {
  const on = new Map<bigint, number>();
  const beyond = new Set<bigint>();
  for (const { id, ownerId, isOn, partnerId } of [...offers].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!isOn || partnerId !== null) continue;
    const place = (on.get(ownerId) ?? 0) + 1;
    on.set(ownerId, place);
    if (place > mostOf(ownerId)) beyond.add(id);
  }
  return beyond;
}
