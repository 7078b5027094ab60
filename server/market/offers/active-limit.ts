/** How many offers somebody may have on the market, and whether one more fits. */
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";

export async function activeLimitOf(tx: ReadTx, userId: bigint): Promise<number> {
  const settings = await readSettings(tx, ["offers.max_active", "offers.max_active_power", "offers.max_active_expert"]);
  const [row] = await tx.rows<{ badge: string }>`
    select badge
    from user_reputation
    where user_id = ${userId}`;
  if (row?.badge === "expert_trader") return settings["offers.max_active_expert"];
  if (row?.badge === "power_trader") return settings["offers.max_active_power"];
  return settings["offers.max_active"];
}

/** The first lock of every verb that switches: two switches at once then count each other. */
export async function lockOwner(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    select 1
    from users
    where id = ${userId}
    for no key update`;
}

/** With the owner locked. Refuses offer.too_many_active. */
export async function refuseBeyondLimit(tx: ReadTx, userId: bigint, more: number): Promise<void> {
  const [row] = await tx.rows<{ switched_on: number }>`
    select count(*)::int as switched_on
    from offers
    where owner_id = ${userId} and is_on and deleted_at is null`;
  const most = await activeLimitOf(tx, userId);
  if ((row?.switched_on ?? 0) + more > most) throw new Refusal("offer.too_many_active", { most });
}

/** Whether the owner has another switched-on offer for the same side, coin, currency and method. */
export async function hasTwin(
  tx: ReadTx,
  offer: { id: bigint | null; ownerId: bigint; side: string; crypto: string; fiat: string; methodId: number },
): Promise<boolean> {
  const rows = await tx.rows`
    select 1
    from offers
    where owner_id = ${offer.ownerId} and side = ${offer.side} and crypto = ${offer.crypto} and fiat = ${offer.fiat}
      and method_id = ${offer.methodId} and is_on and deleted_at is null and id is distinct from ${offer.id}
    limit 1`;
  return rows.length > 0;
}
