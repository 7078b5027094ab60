/** Badges given by hand: to the traders of the demo market. */
import type { UserSummary } from "#contract/accounts.ts";
import type { Tx } from "../../platform/db.ts";

export async function giveBadges(
  tx: Tx,
  given: readonly { userId: bigint; badge: UserSummary["badge"] }[],
): Promise<void> {
  await tx.rows`
    insert into user_reputation (user_id, badge)
    select user_id, badge
    from unnest(${given.map(({ userId }) => userId)}::bigint[], ${given.map(({ badge }) => badge)}::text[]) as given (user_id, badge)
    on conflict (user_id) do update set badge = excluded.badge`;
}
