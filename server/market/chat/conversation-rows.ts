/** The SQL of conversations: a trade's is there with it; what is kept of its members is what they have read. */
import type { FlowType, TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import { json, type JsonValue, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";

export type SystemLine = {
  readonly ref: string;
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
};

/**
 * Until the transaction ends no other transaction numbers a line of this conversation. So lines are committed in the order of
 * their numbers, and a reader who has read up to one has seen all earlier ones. Reads the clock after locking.
 */
export async function lockConversation(tx: Tx, ref: string): Promise<void> {
  await Promise.all([tx.rows`select lock_conversations(${[ref]}::text[])`, tx.readClock()]);
}

/**
 * System messages that belong to no step of the trade: a key, and values for the sentence. The caller holds the lock of the
 * trade.
 */
export function postSystemLines(tx: Tx, lines: readonly SystemLine[]): void {
  if (lines.length === 0) return;
  const posting = tx.rows<{ id: bigint; ref: string }>`
    insert into chat_messages (trade_id, type, system_key, system_values, at)
    select conversation.id, 'system', line.key, line.vals::jsonb, ${tx.now}
    from unnest(
      ${lines.map((line) => line.ref)}::text[], ${lines.map((line) => line.key)}::text[],
      ${lines.map((line) => json((line.values ?? {}) as JsonValue))}::text[]
    ) with ordinality as line (ref, key, vals, place)
    join conversations conversation on conversation.ref = line.ref
    order by line.place
    returning id, (select ref from conversations where conversations.id = trade_id) as ref`;
  tx.later(
    posting.then((posted) => {
      for (const { id, ref } of posted)
        tx.emit({ type: "chat.posted", subject: ref, payload: { messageId: String(id) } });
    }),
  );
}

/** A moderator joins: from then on they read and write here. False when they are here already. */
export async function joinAsModerator(tx: Tx, { ref, userId }: { ref: string; userId: bigint }): Promise<boolean> {
  const joined = await tx.rows`
    insert into chat_members (trade_id, user_id, role)
    select id, ${userId}, 'moderator'
    from conversations
    where ref = ${ref}
    on conflict do nothing
    returning user_id`;
  return joined.length > 0;
}

/** Somebody who looks at a conversation. A side of the trade belongs to it at once, anybody else from when they joined. */
export type Reader = { readonly userId: bigint; readonly tradeId: bigint; readonly isSide: boolean };

/** How many lines of others each of them has not seen, in order; none for somebody who does not belong to it. */
export async function unreadOfEach(tx: ReadTx, readers: readonly Reader[]): Promise<number[]> {
  const rows = await tx.rows<{ unread: number }>`
    select
      (
        select count(*)
        from conversation_steps step
        where step.trade_id = reader.trade_id and step.id > read.up_to
      )::int + (
        select count(*)
        from chat_messages message
        where message.trade_id = reader.trade_id and message.id > read.up_to
          and message.author_id is distinct from reader.user_id
      )::int as unread
    from unnest(
      ${readers.map(({ userId }) => userId)}::bigint[], ${readers.map(({ tradeId }) => tradeId)}::bigint[],
      ${readers.map(({ isSide }) => isSide)}::boolean[]
    ) with ordinality as reader (user_id, trade_id, is_side, place)
    cross join lateral (
      select coalesce(
        (select last_read_id from chat_members where trade_id = reader.trade_id and user_id = reader.user_id),
        case when reader.is_side then 0 end
      ) as up_to
    ) as read
    order by reader.place`;
  return rows.map(({ unread }) => unread);
}

/** To whom these messages of people were written: the sides of the trade that did not write them. */
export async function receiversOf(
  tx: ReadTx,
  messageIds: readonly bigint[],
): Promise<{ tradeId: bigint; userId: bigint }[]> {
  const rows = await tx.rows<{ trade_id: bigint; user_id: bigint }>`
    select distinct message.trade_id, side.user_id
    from chat_messages message
    join conversations conversation on conversation.id = message.trade_id
    cross join lateral (values (conversation.buyer_id), (conversation.seller_id)) as side (user_id)
    where message.id = any(${messageIds}::bigint[]) and message.author_id is not null
      and side.user_id <> message.author_id`;
  return rows.map(({ trade_id: tradeId, user_id: userId }) => ({ tradeId, userId }));
}

/** How many messages of people each of them has not read, where there are some. */
export async function unreadWordsOf(
  tx: ReadTx,
  readers: readonly { tradeId: bigint; userId: bigint }[],
): Promise<{ ref: string; userId: bigint; words: number }[]> {
  const rows = await tx.rows<{ ref: string; user_id: bigint; words: number }>`
    select conversation.ref, reader.user_id, count(*)::int as words
    from unnest(
      ${readers.map(({ tradeId }) => tradeId)}::bigint[], ${readers.map(({ userId }) => userId)}::bigint[]
    ) as reader (trade_id, user_id)
    join conversations conversation on conversation.id = reader.trade_id
    left join chat_members member on member.trade_id = reader.trade_id and member.user_id = reader.user_id
    join chat_messages message on message.trade_id = reader.trade_id and message.author_id is not null
      and message.author_id <> reader.user_id and message.id > coalesce(member.last_read_id, 0)
    group by conversation.ref, reader.user_id
    order by conversation.ref, reader.user_id`;
  return rows.map(({ ref, user_id: userId, words }) => ({ ref, userId, words }));
}

export type Member = {
  trade_id: bigint;
  role: "buyer" | "seller" | "moderator";
  last_read_id: bigint;
  status: TradeStatus;
  was_ever_paid: boolean;
  is_talk_over: boolean;
  flow_type: FlowType;
  /** Its time is over. */
  is_erased: boolean;
};

/** The participant: a moderator counts only where they act as staff. */
export type Who = { readonly userId: bigint; readonly isStaff: boolean };

/** The user's place in a conversation; undefined for strangers, who cannot distinguish it from one that does not exist. */
export async function findMember(
  tx: ReadTx,
  { ref, userId, isStaff }: Who & { readonly ref: string },
): Promise<Member | undefined> {
  const [row] = await tx.rows<Member>`
    select conversation.id as trade_id,
      case ${userId}::bigint
        when conversation.buyer_id then 'buyer'
        when conversation.seller_id then 'seller'
        else member.role
      end as role,
      coalesce(member.last_read_id, 0) as last_read_id, conversation.status, conversation.was_ever_paid,
      conversation.is_erased, conversation.is_talk_over, conversation.flow_type
    from conversations conversation
    left join chat_members member on member.trade_id = conversation.id and member.user_id = ${userId}
    where conversation.ref = ${ref}
      and (${userId}::bigint in (conversation.buyer_id, conversation.seller_id)
        or (member.user_id is not null and ${isStaff}::boolean))`;
  return row;
}

/** Never goes back. */
export async function setLastRead(
  tx: Tx,
  { member, userId, upTo }: { member: Member; userId: bigint; upTo: bigint },
): Promise<void> {
  await tx.rows`
    insert into chat_members as known (trade_id, user_id, role, last_read_id)
    values (${member.trade_id}, ${userId}, ${member.role}, ${upTo})
    on conflict (trade_id, user_id) do update
    set last_read_id = greatest(known.last_read_id, excluded.last_read_id)`;
}

/** Both sides of a `conversation`, and moderators who joined and are still of the staff: each a `member`. */
export const EACH_MEMBER = sql`
  cross join lateral (
      values (conversation.buyer_id), (conversation.seller_id)
      union
      select joined.user_id
      from chat_members joined
      where joined.trade_id = conversation.id
        and exists (select from user_roles granted where granted.user_id = joined.user_id)
    ) as member (user_id)`;

/** Of each of these conversations: both sides, and moderators who joined. */
export async function membersOf(tx: ReadTx, refs: readonly string[]) {
  return tx.rows<{ ref: string; trade_id: bigint; user_id: bigint; external_id: string }>`
    select conversation.ref, conversation.id as trade_id, member.user_id, users.external_id::text
    from conversations conversation
    ${EACH_MEMBER}
    join users on users.id = member.user_id
    where conversation.ref = any(${refs}::text[])
    order by conversation.ref, member.user_id`;
}
