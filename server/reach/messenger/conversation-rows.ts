/** The SQL of conversations and their members. */
import type { ChatFolder, ChatOrigin } from "#contract/reach/messenger/names.ts";
import type { Conversation, DirectMessage } from "#contract/reach/messenger/messenger.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { before, placeOf } from "../../platform/cursors.ts";

export type ConversationRow = {
  readonly id: bigint;
  readonly hash: string;
  /** In a list. */
  readonly place: string;
  readonly user_id: bigint;
  readonly external_id: string;
  readonly other_id: bigint;
  readonly other_username: string;
  readonly other_avatar: string | null;
  readonly other_seen_at: Date | null;
  readonly started_by: bigint;
  readonly is_answered: boolean;
  readonly is_closed: boolean;
  readonly state: Conversation["state"];
  readonly is_muted: boolean;
  readonly is_archived: boolean;
  readonly unread: number;
  readonly read_by_other: number;
  readonly last_seq: number;
  /** Of the newest message, where it is stored still. */
  readonly last_kind: DirectMessage["kind"] | null;
  readonly last_body: Buffer | null;
  readonly last_author_id: bigint | null;
  readonly last_at: Date | null;
  readonly blocks_other: boolean;
  readonly is_blocked_by_other: boolean;
  /** Of the viewer. */
  readonly restrictions: string[];
  readonly is_staff: boolean;
};

/** `which` selects pairs of a conversation and a user, each with its place. */
function conversationRows(tx: ReadTx, which: Fragment): Promise<ConversationRow[]> {
  return tx.rows<ConversationRow>`
    select direct.id, direct.hash, wanted.place, member.user_id, viewer.external_id::text, member.other_id,
      other.username as other_username, other.avatar as other_avatar, other.last_seen_at as other_seen_at,
      direct.started_by, direct.is_answered, direct.closed_at is not null as is_closed, member.state, member.is_muted,
      member.is_archived, member.unread, opposite.read_seq as read_by_other, direct.last_seq,
      last.kind as last_kind, last.body_sealed as last_body, last.author_id as last_author_id, last.at as last_at,
      exists (
        select from user_relations rel
        where rel.user_id = member.user_id and rel.other_id = member.other_id and rel.is_blocked) as blocks_other,
      exists (
        select from user_relations rel
        where rel.user_id = member.other_id and rel.other_id = member.user_id and rel.is_blocked) as is_blocked_by_other,
      array(
        select standing.state
        from user_restrictions standing
        where standing.user_id = member.user_id and standing.lifted_at is null) as restrictions,
      exists (select from user_roles granted where granted.user_id = member.user_id) as is_staff
    from (${which}) as wanted
    join direct_members member on member.conversation_id = wanted.conversation_id and member.user_id = wanted.user_id
    join direct_members opposite
      on opposite.conversation_id = member.conversation_id and opposite.user_id = member.other_id
    join direct_conversations direct on direct.id = member.conversation_id
    join users viewer on viewer.id = member.user_id
    join users other on other.id = member.other_id
    left join direct_messages last on last.conversation_id = direct.id and last.seq = direct.last_seq
    order by wanted.nr`;
}

/** Undefined for strangers, who cannot distinguish it from one that does not exist. */
export async function findConversation(
  tx: ReadTx,
  { hash, userId }: { hash: string; userId: bigint },
): Promise<ConversationRow | undefined> {
  const [row] = await conversationRows(
    tx,
    sql`
    select direct.id as conversation_id, ${userId}::bigint as user_id, '' as place, 1 as nr
    from direct_conversations direct
    where direct.hash = ${hash}`,
  );
  return row;
}

/** Of each of these conversations both members, in the given order. */
export function membersOf(tx: ReadTx, hashes: readonly string[]): Promise<ConversationRow[]> {
  return conversationRows(
    tx,
    sql`
    select member.conversation_id, member.user_id, '' as place, row_number() over (order by named.nr, member.user_id) as nr
    from unnest(${[...hashes]}::text[]) with ordinality as named (hash, nr)
    join direct_conversations direct on direct.hash = named.hash
    join direct_members member on member.conversation_id = direct.id`,
  );
}

type Slice = { readonly userId: bigint; readonly folder: ChatFolder; readonly after: string | undefined };

const OF_FOLDER: Readonly<Record<ChatFolder, Fragment>> = {
  conversations: sql`member.state = 'accepted' and not member.is_archived`,
  requests: sql`member.state = 'request' and not member.is_archived`,
  archived: sql`member.state <> 'declined' and member.is_archived`,
};

/** The latest first. */
export function folderRows(
  tx: ReadTx,
  { userId, folder, after, limit }: Slice & { readonly limit: number },
): Promise<ConversationRow[]> {
  const [at, id] = [sql`member.last_at`, sql`member.conversation_id`];
  return conversationRows(
    tx,
    sql`
    select member.conversation_id, member.user_id, ${placeOf(at, id)} as place,
      row_number() over (order by member.last_at desc, member.conversation_id desc) as nr
    from direct_members member
    where member.user_id = ${userId} and ${OF_FOLDER[folder]} ${before(at, id, after)}
    order by member.last_at desc, member.conversation_id desc
    limit ${limit}`,
  );
}

/** A list shows no more than this. */
const MOST_COUNTED = 1000;

/** Conversations with unread messages by user, in the given order; those that are muted, archived or declined do not count. */
export async function unreadChatsOf(
  tx: ReadTx,
  userIds: readonly bigint[],
): Promise<{ unread: number; requests: number }[]> {
  return tx.rows<{ unread: number; requests: number }>`
    select counted.unread, counted.requests
    from unnest(${[...userIds]}::bigint[]) with ordinality as named (user_id, nr)
    cross join lateral (
      select count(*)::int as unread, (count(*) filter (where member.state = 'request'))::int as requests
      from (
        select one.state
        from direct_members one
        where one.user_id = named.user_id and one.unread > 0 and not one.is_muted and not one.is_archived
          and one.state <> 'declined'
        limit ${MOST_COUNTED}) as member
    ) as counted
    order by named.nr`;
}

type Beginning = {
  readonly hash: string;
  readonly userId: bigint;
  readonly otherId: bigint;
  readonly origin: ChatOrigin;
  /** The other side knows the user who writes: no request. */
  readonly isKnown: boolean;
};

/** Its hash: of two first messages at once, that of the conversation which the first of them made. */
export async function beginConversation(
  tx: Tx,
  { hash, userId, otherId, origin, isKnown }: Beginning,
): Promise<string> {
  const [low, high] = userId < otherId ? [userId, otherId] : [otherId, userId];
  const made = await tx.rows<{ id: bigint }>`
    insert into direct_conversations (hash, low_id, high_id, started_by, created_from, is_answered, created_at)
    values (${hash}, ${low}, ${high}, ${userId}, ${origin}, ${isKnown}, ${tx.now})
    on conflict (low_id, high_id) do nothing
    returning id`;
  const [{ id } = { id: undefined }] = made;
  if (id === undefined) {
    const found = await tx.rows<{ hash: string }>`
      select hash
      from direct_conversations
      where low_id = ${low} and high_id = ${high}`;
    return onlyRow(found).hash;
  }
  await tx.rows`
    insert into direct_members (conversation_id, user_id, other_id, state, last_at)
    values (${id}, ${userId}, ${otherId}, 'accepted', ${tx.now}),
      (${id}, ${otherId}, ${userId}, ${isKnown ? "accepted" : "request"}, ${tx.now})`;
  return hash;
}

/** Until the transaction ends nobody else writes in it. Reads the clock after locking. */
export async function lockConversation(tx: Tx, hash: string): Promise<void> {
  await Promise.all([
    tx.rows`
      select
      from direct_conversations
      where hash = ${hash}
      for no key update`,
    tx.readClock(),
  ]);
}

type Answer = { readonly conversationId: bigint; readonly userId: bigint };

export async function acceptRequest(tx: Tx, { conversationId, userId }: Answer): Promise<void> {
  await tx.rows`
    update direct_conversations
    set is_answered = true
    where id = ${conversationId}`;
  await tx.rows`
    update direct_members
    set state = 'accepted'
    where conversation_id = ${conversationId} and user_id = ${userId}`;
}

export async function declineRequest(tx: Tx, { conversationId, userId }: Answer): Promise<void> {
  await tx.rows`
    update direct_members
    set state = 'declined', unread = 0
    where conversation_id = ${conversationId} and user_id = ${userId}`;
}

type Change = Answer & { readonly isMuted: boolean | undefined; readonly isArchived: boolean | undefined };

export async function changeMember(tx: Tx, { conversationId, userId, isMuted, isArchived }: Change): Promise<void> {
  await tx.rows`
    update direct_members
    set is_muted = coalesce(${isMuted ?? null}::boolean, is_muted),
        is_archived = coalesce(${isArchived ?? null}::boolean, is_archived)
    where conversation_id = ${conversationId} and user_id = ${userId}`;
}

/** The caller holds the lock of the conversation. Never goes back. False where they had seen as much before. */
export async function setRead(tx: Tx, { conversationId, userId, seq }: Answer & { seq: number }): Promise<boolean> {
  const changed = await tx.rows`
    update direct_members member
    set read_seq = least(${seq}::int, direct.last_seq),
        unread = least(member.unread, direct.last_seq - least(${seq}::int, direct.last_seq))
    from direct_conversations direct
    where member.conversation_id = ${conversationId} and member.user_id = ${userId}
      and direct.id = member.conversation_id and member.read_seq < least(${seq}::int, direct.last_seq)
    returning member.user_id`;
  return changed.length > 0;
}

/** The conversations of these pairs, where they have one. */
export async function conversationsOfPairs(
  tx: ReadTx,
  pairs: readonly { userId: bigint; otherId: bigint }[],
): Promise<{ hash: string; low_id: bigint; high_id: bigint }[]> {
  return tx.rows<{ hash: string; low_id: bigint; high_id: bigint }>`
    select distinct direct.hash, direct.low_id, direct.high_id
    from unnest(
      ${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ otherId }) => otherId)}::bigint[]
    ) as pair (user_id, other_id)
    join direct_conversations direct
      on direct.low_id = least(pair.user_id, pair.other_id) and direct.high_id = greatest(pair.user_id, pair.other_id)`;
}
