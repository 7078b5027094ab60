/** The SQL of whose messages somebody takes. */
import type { ChatAcceptance } from "#contract/reach/messenger/names.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

/** Without a setting messages from everyone are accepted. */
export async function acceptanceOf(tx: ReadTx, userId: bigint): Promise<ChatAcceptance> {
  const [row] = await tx.rows<{ accepts: ChatAcceptance }>`
    select accepts
    from messenger_profiles
    where user_id = ${userId}`;
  return row?.accepts ?? "everyone";
}

export async function saveAcceptance(tx: Tx, userId: bigint, accepts: ChatAcceptance): Promise<void> {
  await tx.rows`
    insert into messenger_profiles as known (user_id, accepts, changed_at)
    values (${userId}, ${accepts}, ${tx.now})
    on conflict (user_id) do update
    set accepts = excluded.accepts, changed_at = excluded.changed_at
    where known.accepts <> excluded.accepts`;
}

export type PairFacts = {
  readonly accepts: ChatAcceptance;
  readonly is_demo: boolean;
  readonly restrictions: string[];
  readonly is_blocked: boolean;
  readonly blocks_viewer: boolean;
  readonly trusts_viewer: boolean;
  /** The other user has a role. */
  readonly is_staff: boolean;
  /** Conversations that the reader started in the last day. */
  readonly begun_today: number;
  /** Trades of the two that went well. */
  readonly traded: number;
  /** Of the newest open trade of the two. */
  readonly trade_hash: string | null;
  /** Of their conversation outside trades. */
  readonly conversation_hash: string | null;
};

/** What is known between a reader and another user, who exists. */
export async function pairFacts(tx: ReadTx, { viewerId, userId }: { viewerId: bigint; userId: bigint }) {
  const rows = await tx.rows<PairFacts>`
    select coalesce(profile.accepts, 'everyone') as accepts, users.is_demo,
      array(
        select standing.state
        from user_restrictions standing
        where standing.user_id = users.id and standing.lifted_at is null) as restrictions,
      exists (
        select from user_relations rel
        where rel.user_id = ${viewerId} and rel.other_id = users.id and rel.is_blocked) as is_blocked,
      exists (
        select from user_relations rel
        where rel.user_id = users.id and rel.other_id = ${viewerId} and rel.is_blocked) as blocks_viewer,
      exists (
        select from user_relations rel
        where rel.user_id = users.id and rel.other_id = ${viewerId} and rel.is_trusted) as trusts_viewer,
      exists (select from user_roles granted where granted.user_id = users.id) as is_staff,
      (
        select count(*)::int
        from direct_conversations begun
        where begun.started_by = ${viewerId} and begun.created_at > ${tx.now}::timestamptz - interval '1 day'
      ) as begun_today,
      coalesce((
        select pair.successful
        from trading_pairs pair
        where pair.user_id = ${viewerId} and pair.partner_id = users.id
      ), 0) as traded,
      (
        select trades.hash
        from running_trades open
        join trades on trades.id = open.trade_id
        where (open.buyer_id = ${viewerId} and open.seller_id = users.id)
          or (open.seller_id = ${viewerId} and open.buyer_id = users.id)
        order by open.trade_id desc
        limit 1
      ) as trade_hash,
      (
        select direct.hash
        from direct_conversations direct
        where direct.low_id = least(users.id, ${viewerId}::bigint) and direct.high_id = greatest(users.id, ${viewerId}::bigint)
      ) as conversation_hash
    from users
    left join messenger_profiles profile on profile.user_id = users.id
    where users.id = ${userId}`;
  return onlyRow(rows);
}
