/** The SQL of messages. */
import type { DirectMessage } from "#contract/reach/messenger/messenger.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { UploadRow } from "../../market/chat/index.ts";

export type MessageRow = {
  readonly hash: string;
  readonly conversation_id: bigint;
  readonly seq: number;
  readonly author_id: bigint;
  readonly kind: DirectMessage["kind"];
  readonly body_sealed: Buffer;
  readonly at: Date;
  readonly upload: UploadRow | null;
  readonly offer: OfferOfCard | null;
};

/** As JSON: numbers of units are texts. */
export type OfferOfCard = {
  readonly hash: string;
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly method_id: number;
  readonly price: string;
  readonly min_units: string;
  readonly max_units: string;
  readonly until: string;
  readonly is_off: boolean;
};

const COLUMNS = sql`
  direct.hash, message.conversation_id, message.seq, message.author_id, message.kind, message.body_sealed, message.at,
    case when uploads.id is not null then
      jsonb_build_object('hash', uploads.hash, 'name', uploads.name, 'mime_type', uploads.mime_type,
        'size_bytes', uploads.size_bytes, 'has_thumb', uploads.thumb_key is not null, 'created_at', uploads.created_at)
    end as upload,
    case when offers.id is not null then
      jsonb_build_object('hash', offers.hash, 'side', offers.side, 'crypto', offers.crypto, 'fiat', offers.fiat,
        'method_id', offers.method_id, 'price', offers.fixed_price::text, 'min_units', offers.min_units::text,
        'max_units', offers.max_units::text, 'until', offers.special_until,
        'is_off', offers.deleted_at is not null or not offers.is_on)
    end as offer`;

const JOINED = sql`
  join direct_conversations direct on direct.id = message.conversation_id
  left join uploads on uploads.id = message.upload_id
  left join offers on offers.id = message.offer_id`;

type Page = {
  readonly conversationId: bigint;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
};

/** Those after a number in their order; else those before a number, or the newest, in the reverse order. */
export function messagePage(tx: ReadTx, { conversationId, before, after, limit }: Page): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    select ${COLUMNS}
    from direct_messages message
    ${JOINED}
    where message.conversation_id = ${conversationId}
      ${after === undefined ? sql`` : sql`and message.seq > ${after}::int`}
      ${before === undefined ? sql`` : sql`and message.seq < ${before}::int`}
    order by message.seq ${after === undefined ? sql`desc` : sql``}
    limit ${limit}`;
}

export type MessageName = { readonly hash: string; readonly seq: number };

/** Those of these that are stored. */
export function findMessages(tx: ReadTx, names: readonly MessageName[]): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    select ${COLUMNS}
    from unnest(${names.map(({ hash }) => hash)}::text[], ${names.map(({ seq }) => seq)}::int[]) as named (hash, seq)
    join direct_conversations named_direct on named_direct.hash = named.hash
    join direct_messages message on message.conversation_id = named_direct.id and message.seq = named.seq
    ${JOINED}`;
}

export type NewMessage = {
  readonly conversationId: bigint;
  readonly seq: number;
  readonly authorId: bigint;
  readonly kind: DirectMessage["kind"];
  readonly bodySealed: Uint8Array;
  readonly uploadId: bigint | null;
  readonly offerId: bigint | null;
};

/**
 * The caller holds the lock of the conversation. The author has read everything up to it; to the other side it is unread, and
 * brings the conversation back from the archive unless it is muted. Returns what the other side has not read now.
 */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<number> {
  const { conversationId, seq, authorId, kind, bodySealed, uploadId, offerId } = message;
  await tx.rows`
    insert into direct_messages (conversation_id, seq, author_id, kind, body_sealed, upload_id, offer_id, at)
    values (${conversationId}, ${seq}, ${authorId}, ${kind}, ${bodySealed}::bytea, ${uploadId}, ${offerId}, ${tx.now})`;
  await tx.rows`
    update direct_conversations
    set last_seq = ${seq}, is_answered = is_answered or started_by <> ${authorId}
    where id = ${conversationId}`;
  const members = await tx.rows<{ user_id: bigint; unread: number }>`
    update direct_members
    set last_at = ${tx.now},
        state = case when user_id = ${authorId} then 'accepted' else state end,
        read_seq = case when user_id = ${authorId} then ${seq} else read_seq end,
        unread = case when user_id = ${authorId} or state = 'declined' then 0 else unread + 1 end,
        is_archived = is_archived and user_id <> ${authorId} and is_muted
    where conversation_id = ${conversationId}
    returning user_id, unread`;
  return members.find(({ user_id }) => user_id !== authorId)?.unread ?? 0;
}

/** How many messages somebody wrote in the last minute. */
export async function countLately(tx: ReadTx, authorId: bigint): Promise<number> {
  const rows = await tx.rows<{ lately: number }>`
    select count(*)::int as lately
    from direct_messages
    where author_id = ${authorId} and at > ${tx.now}::timestamptz - interval '1 minute'`;
  return onlyRow(rows).lately;
}

/** How many files somebody sent in the last day. */
export async function countFiles(tx: ReadTx, authorId: bigint): Promise<number> {
  const rows = await tx.rows<{ sent: number }>`
    select count(*)::int as sent
    from direct_messages
    where author_id = ${authorId} and kind = 'file' and at > ${tx.now}::timestamptz - interval '1 day'`;
  return onlyRow(rows).sent;
}

/** To whom these messages are news: the other side, where it has not read, muted, archived, declined or blocked. */
export async function receiversOf(
  tx: ReadTx,
  names: readonly MessageName[],
): Promise<{ hash: string; seq: number; user_id: bigint; author: string }[]> {
  return tx.rows<{ hash: string; seq: number; user_id: bigint; author: string }>`
    select named.hash, named.seq, member.user_id, users.username as author
    from unnest(
      ${names.map(({ hash }) => hash)}::text[], ${names.map(({ seq }) => seq)}::int[]
    ) with ordinality as named (hash, seq, nr)
    join direct_conversations direct on direct.hash = named.hash
    join direct_messages message on message.conversation_id = direct.id and message.seq = named.seq
    join direct_members member on member.conversation_id = direct.id and member.user_id <> message.author_id
    join users on users.id = message.author_id
    where member.unread > 0 and not member.is_muted and not member.is_archived and member.state <> 'declined'
      and not exists (
        select
        from user_relations rel
        where rel.is_blocked and ((rel.user_id = member.user_id and rel.other_id = message.author_id)
          or (rel.user_id = message.author_id and rel.other_id = member.user_id)))
    order by named.nr`;
}

/** Special offers that were made in conversations outside trades, by their hashes. */
export async function offersOfConversations(
  tx: ReadTx,
  hashes: readonly string[],
): Promise<{ offer_id: bigint; owner_id: bigint; conversation: string }[]> {
  return tx.rows<{ offer_id: bigint; owner_id: bigint; conversation: string }>`
    select offers.id as offer_id, offers.owner_id, direct.hash as conversation
    from unnest(${[...hashes]}::text[]) with ordinality as named (hash, nr)
    join offers on offers.hash = named.hash
    join direct_conversations direct on direct.hash = offers.chat_hash
    order by named.nr`;
}

/** A file that was sent in a conversation of this user. */
export async function findDirectFile(tx: ReadTx, { hash, viewerId }: { hash: string; viewerId: bigint }) {
  const [row] = await tx.rows<{ mime_type: string; name: string; file_key: string; thumb_key: string | null }>`
    select uploads.mime_type, uploads.name, uploads.file_key, uploads.thumb_key
    from uploads
    where uploads.hash = ${hash} and exists (
      select
      from direct_messages message
      join direct_members member on member.conversation_id = message.conversation_id and member.user_id = ${viewerId}
      where message.upload_id = uploads.id)`;
  return row;
}
