/** The SQL of profiles. */
import type { ReadTx } from "../../platform/db.ts";

type Activity = { completed: number; has_offers: boolean; has_active: boolean; has_buy: boolean; has_sell: boolean };

export async function activityOf(tx: ReadTx, userId: bigint): Promise<Activity> {
  const [row] = await tx.rows<Activity>`
    select
      coalesce((select trades_successful from user_reputation where user_id = ${userId}), 0) as completed,
      exists (select from offers where owner_id = ${userId} and deleted_at is null) as has_offers,
      exists (select from running_trades where buyer_id = ${userId} or seller_id = ${userId}) as has_active,
      exists (select from offers where owner_id = ${userId} and active and side = 'buy') as has_buy,
      exists (select from offers where owner_id = ${userId} and active and side = 'sell') as has_sell`;
  if (!row) throw new Error("the activity query answered nothing");
  return row;
}
