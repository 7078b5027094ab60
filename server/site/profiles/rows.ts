/** The SQL of profiles. */
import type { ChatAcceptance } from "#contract/reach/messenger/names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

type Activity = {
  completed: number;
  is_vendor: boolean;
  /** A company that was approved, and is so still. */
  is_approved: boolean;
  accepts: ChatAcceptance;
  has_offers: boolean;
  has_active: boolean;
  has_buy: boolean;
  has_sell: boolean;
};

export async function activityOf(tx: ReadTx, userId: bigint): Promise<Activity> {
  const [row] = await tx.rows<Activity>`
    select
      coalesce((select trades_successful from user_reputation where user_id = ${userId}), 0) as completed,
      coalesce((select user_reputation.is_vendor from user_reputation where user_reputation.user_id = ${userId}), false) as is_vendor,
      exists (
        select from users
        where id = ${userId} and corporate_since is not null and company_name_sealed is not null and verified_level >= 3
      ) as is_approved,
      coalesce((select messenger_profiles.accepts from messenger_profiles where messenger_profiles.user_id = ${userId}), 'everyone') as accepts,
      exists (select from offers where owner_id = ${userId} and deleted_at is null) as has_offers,
      exists (select from running_trades where buyer_id = ${userId} or seller_id = ${userId}) as has_active,
      exists (select from offers where owner_id = ${userId} and active and side = 'buy') as has_buy,
      exists (select from offers where owner_id = ${userId} and active and side = 'sell') as has_sell`;
  if (!row) throw new Error("the activity query answered nothing");
  return row;
}
