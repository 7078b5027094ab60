/** The SQL of conversations: opened with a trade, closed after it. In lists, for the hot verbs. */
import { json, type JsonValue, type ReadTx, type Tx } from "../../platform/db.ts";

export type CloseReason =
  | "ChatBlocked"
  | "ChatBlockedAfterTradeIsCanceled"
  | "ChatNotAvailableYet"
  | "ChatNotAvailableAfterTradeCompleted";

/** Opens one conversation a trade, with its two sides as members. */
export function openConversations(tx: Tx, rooms: readonly { ref: string; buyerId: bigint; sellerId: bigint }[]): void {
  if (rooms.length === 0) return;
  const members = rooms.flatMap(({ ref, buyerId, sellerId }) => [
    { ref, userId: buyerId, role: "buyer" },
    { ref, userId: sellerId, role: "seller" },
  ]);
  tx.later(tx.rows`
    with made as (
      insert into chat_rooms (ref)
      select unnest(${rooms.map((room) => room.ref)}::text[])
      returning id, ref
    )
    insert into chat_members (room_id, user_id, role)
    select made.id, member.user_id, member.role
    from unnest(${members.map((m) => m.ref)}::text[], ${members.map((m) => m.userId)}::bigint[], ${members.map((m) => m.role)}::text[])
      as member (ref, user_id, role)
    join made on made.ref = member.ref`);
}

export type SystemLine = {
  readonly ref: string;
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
};

/** The platform's own words: a key, and values for the sentence. Nobody can write a line that looks like this. */
export function postSystemLines(tx: Tx, lines: readonly SystemLine[]): void {
  if (lines.length === 0) return;
  const posting = tx.rows<{ id: bigint; ref: string }>`
    insert into chat_messages (room_id, type, system_key, system_values, at)
    select room.id, 'system', line.key, line.vals::jsonb, ${tx.now}
    from unnest(
      ${lines.map((line) => line.ref)}::text[], ${lines.map((line) => line.key)}::text[],
      ${lines.map((line) => json((line.values ?? {}) as JsonValue))}::text[]
    ) with ordinality as line (ref, key, vals, place)
    join chat_rooms room on room.ref = line.ref
    order by line.place
    returning id, (select ref from chat_rooms where chat_rooms.id = room_id) as ref`;
  tx.later(
    posting.then((posted) => {
      for (const { id, ref } of posted)
        tx.emit({ type: "chat.posted", subject: ref, payload: { messageId: String(id) } });
    }),
  );
}

/** Closes conversations for writing, or opens them again with null. */
export function closeConversations(tx: Tx, refs: readonly string[], reason: CloseReason | null): void {
  if (refs.length === 0) return;
  tx.later(tx.rows`
    update chat_rooms
    set closed_reason = ${reason}
    where ref = any(${refs}) and closed_reason is distinct from ${reason}`);
}

/** A moderator joins: from then on they read and write here. False when they are here already. */
export async function joinAsModerator(tx: Tx, { ref, userId }: { ref: string; userId: bigint }): Promise<boolean> {
  const joined = await tx.rows`
    insert into chat_members (room_id, user_id, role)
    select id, ${userId}, 'moderator'
    from chat_rooms
    where ref = ${ref}
    on conflict do nothing
    returning user_id`;
  return joined.length > 0;
}

/** How many messages of others each conversation holds that this user has not seen, by ref. */
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

/** The same for many users at once, in the order asked. */
export async function unreadOfEach(
  tx: ReadTx,
  asked: readonly { readonly userId: bigint; readonly ref: string }[],
): Promise<number[]> {
  const rows = await tx.rows<{ place: bigint; unread: number }>`
    select asked.place, count(message.id)::int as unread
    from unnest(${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ ref }) => ref)}::text[])
      with ordinality as asked (user_id, ref, place)
    join chat_rooms room on room.ref = asked.ref
    join chat_members member on member.room_id = room.id and member.user_id = asked.user_id
    join chat_messages message
      on message.room_id = room.id and message.id > member.last_read_id
      and message.author_id is distinct from asked.user_id
    group by asked.place`;
  const counts = new Map(rows.map(({ place, unread }) => [Number(place), unread]));
  return asked.map((_, index) => counts.get(index + 1) ?? 0);
}

export type Member = {
  room_id: bigint;
  role: "buyer" | "seller" | "moderator";
  last_read_id: bigint;
  closed_reason: CloseReason | null;
};

/** The user's place in a conversation; undefined for strangers, who cannot tell it from one that does not exist. */
export async function findMember(
  tx: ReadTx,
  { ref, userId }: { ref: string; userId: bigint },
): Promise<Member | undefined> {
  const [row] = await tx.rows<Member>`
    select member.room_id, member.role, member.last_read_id, room.closed_reason
    from chat_rooms room
    join chat_members member on member.room_id = room.id
    where room.ref = ${ref} and member.user_id = ${userId}`;
  return row;
}

/** Never goes back. */
export async function setLastRead(
  tx: Tx,
  { roomId, userId, upTo }: { roomId: bigint; userId: bigint; upTo: bigint },
): Promise<void> {
  await tx.rows`
    update chat_members
    set last_read_id = greatest(last_read_id, ${upTo})
    where room_id = ${roomId} and user_id = ${userId}`;
}

/** Of each of these conversations. */
export async function membersOf(tx: ReadTx, refs: readonly string[]) {
  return tx.rows<{ ref: string; user_id: bigint; external_id: string }>`
    select room.ref, member.user_id, users.external_id::text
    from chat_rooms room
    join chat_members member on member.room_id = room.id
    join users on users.id = member.user_id
    where room.ref = any(${refs}::text[])
    order by room.ref, member.user_id`;
}
