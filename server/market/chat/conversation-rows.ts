/** The SQL of conversations: a trade's is there with it; what is kept of its members is what they have read. */
import type { TradeStatus } from "#contract/trade-statuses.ts";
import { json, type JsonValue, type ReadTx, type Tx } from "../../platform/db.ts";

export type SystemLine = {
  readonly ref: string;
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
};

/** The platform's own words that no step of the trade says: a key, and values for the sentence. */
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

/** How many lines of others each conversation holds that this user has not seen, by ref. */
export async function unreadCounts(
  tx: ReadTx,
  { userId, refs }: { userId: bigint; refs: readonly string[] },
): Promise<Map<string, number>> {
  const counts = await unreadOfEach(
    tx,
    refs.map((ref) => ({ userId, ref })),
  );
  return new Map(refs.map((ref, index) => [ref, counts[index] ?? 0]));
}

/** The same for many users at once, in the order asked; none for somebody who is no member. */
export async function unreadOfEach(
  tx: ReadTx,
  asked: readonly { readonly userId: bigint; readonly ref: string }[],
): Promise<number[]> {
  const rows = await tx.rows<{ place: bigint; unread: number }>`
    select asked.place,
      (
        select count(*)
        from conversation_steps step
        where step.trade_id = conversation.id and step.id > coalesce(member.last_read_id, 0)
      )::int + (
        select count(*)
        from chat_messages message
        where message.trade_id = conversation.id and message.id > coalesce(member.last_read_id, 0)
          and message.author_id is distinct from asked.user_id
      )::int as unread
    from unnest(${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ ref }) => ref)}::text[])
      with ordinality as asked (user_id, ref, place)
    join conversations conversation on conversation.ref = asked.ref
    left join chat_members member on member.trade_id = conversation.id and member.user_id = asked.user_id
    where member.user_id is not null or asked.user_id in (conversation.buyer_id, conversation.seller_id)`;
  const counts = new Map(rows.map(({ place, unread }) => [Number(place), unread]));
  return asked.map((_, index) => counts.get(index + 1) ?? 0);
}

export type Member = {
  trade_id: bigint;
  role: "buyer" | "seller" | "moderator";
  last_read_id: bigint;
  status: TradeStatus;
  was_ever_paid: boolean;
};

/** The user's place in a conversation; undefined for strangers, who cannot tell it from one that does not exist. */
export async function findMember(
  tx: ReadTx,
  { ref, userId }: { ref: string; userId: bigint },
): Promise<Member | undefined> {
  const [row] = await tx.rows<Member>`
    select conversation.id as trade_id,
      case ${userId}::bigint
        when conversation.buyer_id then 'buyer'
        when conversation.seller_id then 'seller'
        else member.role
      end as role,
      coalesce(member.last_read_id, 0) as last_read_id, conversation.status, conversation.was_ever_paid
    from conversations conversation
    left join chat_members member on member.trade_id = conversation.id and member.user_id = ${userId}
    where conversation.ref = ${ref}
      and (member.user_id is not null or ${userId}::bigint in (conversation.buyer_id, conversation.seller_id))`;
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

/** Of each of these conversations: both sides, and moderators who joined. */
export async function membersOf(tx: ReadTx, refs: readonly string[]) {
  return tx.rows<{ ref: string; user_id: bigint; external_id: string }>`
    select conversation.ref, member.user_id, users.external_id::text
    from conversations conversation
    cross join lateral (
      values (conversation.buyer_id), (conversation.seller_id)
      union
      select joined.user_id
      from chat_members joined
      where joined.trade_id = conversation.id
    ) as member (user_id)
    join users on users.id = member.user_id
    where conversation.ref = any(${refs}::text[])
    order by conversation.ref, member.user_id`;
}
