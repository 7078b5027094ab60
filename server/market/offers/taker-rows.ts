/** The SQL about those who want to take offers. */
import { type ReadTx, sql } from "../../platform/db.ts";

export type TakerRow = { id: bigint; owner_id: bigint; past: number; is_trusted: boolean; is_blocked: boolean };

/** Of a pair of a user and an owner. */
const STANDING = sql`
  pair.id, pair.owner_id,
  coalesce((select trades_successful from user_reputation rep where rep.user_id = pair.id), 0) as past,
  exists (
    select 1 from user_relations rel
    where rel.user_id = pair.owner_id and rel.other_id = pair.id and rel.is_trusted
  ) as is_trusted,
  exists (
    select 1 from user_relations rel
    where rel.is_blocked
      and ((rel.user_id = pair.owner_id and rel.other_id = pair.id)
        or (rel.user_id = pair.id and rel.other_id = pair.owner_id))
  ) as is_blocked`;

/** Successful trades of a user, and everybody whom they blocked or who blocked them. */
export async function listingFacts(
  tx: ReadTx,
  userId: bigint,
): Promise<{ past: number; hidden: string[] } | undefined> {
  const [row] = await tx.rows<{ past: number; hidden: string[] }>`
    select
      coalesce((select trades_successful from user_reputation where user_id = ${userId}), 0) as past,
      array(
        select case when user_id = ${userId} then other_id else user_id end
        from user_relations
        where is_blocked and (user_id = ${userId} or other_id = ${userId})
      )::text[] as hidden`;
  return row;
}

/** How somebody stands to an owner, and what is on an account; null where nothing was ever posted to it. */
export async function takerRow(
  tx: ReadTx,
  { userId, ownerId, account }: { readonly userId: bigint; readonly ownerId: bigint; readonly account: string },
): Promise<(TakerRow & { units: bigint | null }) | undefined> {
  const [row] = await tx.rows<TakerRow & { units: bigint | null }>`
    select ${STANDING}, (select balance_units from ledger_accounts where name = ${account}) as units
    from (select ${userId}::bigint as id, ${ownerId}::bigint as owner_id) as pair`;
  return row;
}

/** How each user stands to an owner, in one statement. */
export async function takerRows(
  tx: ReadTx,
  pairs: readonly { readonly userId: bigint; readonly ownerId: bigint }[],
): Promise<TakerRow[]> {
  return tx.rows<TakerRow>`
    select ${STANDING}
    from unnest(
      ${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ ownerId }) => ownerId)}::bigint[]
    ) as pair (id, owner_id)`;
}

/** Of the session that somebody used last; undefined without one. */
export async function addressOf(tx: ReadTx, userId: bigint): Promise<string | undefined> {
  const [row] = await tx.rows<{ ip: string }>`
    select ip
    from sessions
    where user_id = ${userId} and ended_at is null
    order by seen_at desc
    limit 1`;
  return row?.ip;
}
