/** The SQL of messages. */
import type { ChatMessage } from "#contract/market/trades/chat.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { FlowType, TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { EACH_MEMBER } from "./conversation-rows.ts";
import type { UploadRow } from "./upload-rows.ts";

/** Of its messages and of the lines of its steps; 0 in an empty conversation. */
export async function newestLineId(tx: ReadTx, tradeId: bigint): Promise<bigint> {
  const [row] = await tx.rows<{ id: bigint }>`
    select coalesce(greatest(
      (select max(id) from chat_messages where trade_id = ${tradeId}),
      (select max(id) from conversation_steps where trade_id = ${tradeId})
    ), 0) as id`;
  return row?.id ?? 0n;
}

/** Returns its id. */
export async function insertMessage(
  tx: Tx,
  { tradeId, authorId, type, text, uploadId }: NewMessageRow,
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    insert into chat_messages (trade_id, author_id, type, body, upload_id, at)
    values (${tradeId}, ${authorId}, ${type}, ${text}, ${uploadId}, ${tx.now})
    returning id`;
  return row?.id;
}

export type NewMessageRow = {
  readonly tradeId: bigint;
  readonly authorId: bigint;
  readonly type: "msg" | "attachment" | "moderator";
  readonly text: string;
  readonly uploadId: bigint | null;
};

/** How many messages somebody wrote in the last minute. */
export async function countLately(tx: ReadTx, authorId: bigint): Promise<number> {
  const [row] = await tx.rows<{ lately: number }>`
    select count(*)::int as lately
    from chat_messages
    where author_id = ${authorId} and at > ${tx.now}::timestamptz - interval '1 minute'`;
  return row?.lately ?? 0;
}

/** How many messages of a conversation carry an upload. */
export async function countUploads(tx: ReadTx, tradeId: bigint): Promise<number> {
  const [row] = await tx.rows<{ held: number }>`
    select count(*)::int as held
    from chat_messages
    where trade_id = ${tradeId} and upload_id is not null`;
  return row?.held ?? 0;
}

export type MessageRow = {
  id: bigint;
  at: Date;
  type: ChatMessage["type"];
  author_id: bigint | null;
  author: string | null;
  system_key: string | null;
  system_values: Record<string, string>;
  body: string;
  upload: UploadRow | null;
};

export type FoundMessage = {
  id: bigint;
  ref: string;
  type: ChatMessage["type"];
  author_id: bigint | null;
  author: string | null;
  body: string;
  upload: { name: string; mimeType: string; sizeBytes: number } | null;
  buyer_id: bigint;
  seller_id: bigint;
};

export async function findMessages(tx: ReadTx, ids: readonly bigint[]): Promise<Map<bigint, FoundMessage>> {
  const rows = await tx.rows<FoundMessage>`
    select message.id, conversation.ref, message.type, message.author_id, users.username as author, message.body,
      case when uploads.id is not null then
        jsonb_build_object('name', uploads.name, 'mimeType', uploads.mime_type, 'sizeBytes', uploads.size_bytes)
      end as upload,
      conversation.buyer_id, conversation.seller_id
    from chat_messages message
    join conversations conversation on conversation.id = message.trade_id
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    where message.id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A step of the trade, with what its line says of it. */
export type StepRow = {
  id: bigint;
  at: Date;
  verb: string;
  actor: string;
  /** That it led to. */
  status: string;
  note: string | null;
  crypto: CryptoCode;
  units: bigint;
  fee_units: bigint;
  buyer_share_units: bigint | null;
};

const STEP_COLUMNS = sql`
  step.id, step.at, step.verb, step.actor, step.status, step.note, conversation.crypto, conversation.units,
      conversation.fee_units, conversation.buyer_share_units`;

const MESSAGE_COLUMNS = sql`
  message.id, message.at, message.type, message.author_id, users.username as author, message.system_key,
    message.system_values, message.body,
    case when uploads.id is null then null
         else jsonb_build_object('hash', uploads.hash, 'name', uploads.name, 'mime_type', uploads.mime_type,
           'size_bytes', uploads.size_bytes, 'has_thumb', uploads.thumb_key is not null, 'created_at', uploads.created_at)
    end as upload`;

export async function messageRows(
  tx: ReadTx,
  { tradeId, before, limit }: { tradeId: bigint; before: bigint | undefined; limit: number },
) {
  return tx.rows<MessageRow>`
    select ${MESSAGE_COLUMNS}
    from chat_messages message
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    where message.trade_id = ${tradeId} and (${before ?? null}::bigint is null or message.id < ${before ?? null})
    order by message.id desc
    limit ${limit}`;
}

/** The steps of a trade with a line in its conversation, the newest first. */
export async function stepRows(
  tx: ReadTx,
  { tradeId, before, limit }: { tradeId: bigint; before: bigint | undefined; limit: number },
): Promise<StepRow[]> {
  return tx.rows<StepRow>`
    select ${STEP_COLUMNS}
    from conversation_steps step
    join conversations conversation on conversation.id = step.trade_id
    where step.trade_id = ${tradeId} and (${before ?? null}::bigint is null or step.id < ${before ?? null})
    order by step.id desc
    limit ${limit}`;
}

/** Up to which line the other side has read. */
export async function readByOther(
  tx: ReadTx,
  { tradeId, viewerId }: { tradeId: bigint; viewerId: bigint },
): Promise<bigint | null> {
  const [row] = await tx.rows<{ up_to: bigint | null }>`
    select max(last_read_id) as up_to
    from chat_members
    where trade_id = ${tradeId} and user_id <> ${viewerId} and role <> 'moderator'`;
  return row?.up_to ?? null;
}

export type Delivered = {
  ref: string;
  trade_id: bigint;
  trade_status: TradeStatus;
  was_ever_paid: boolean;
  is_talk_over: boolean;
  flow_type: FlowType;
  viewer_id: bigint;
  viewer_external_id: string;
};
type DeliveredMessage = MessageRow & Delivered;
type DeliveredStep = StepRow & Delivered;

const MEMBER_COLUMNS = sql`
  conversation.ref, conversation.id as trade_id, conversation.status as trade_status, conversation.was_ever_paid, conversation.is_talk_over, conversation.flow_type, member.user_id as viewer_id,
      viewer.external_id::text as viewer_external_id`;

/** These messages, in their order, each once for every member of its conversation. */
export async function deliveredMessages(tx: ReadTx, ids: readonly bigint[]): Promise<DeliveredMessage[]> {
  return tx.rows<DeliveredMessage>`
    select ${MESSAGE_COLUMNS}, ${MEMBER_COLUMNS}
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join chat_messages message on message.id = wanted.id
    join conversations conversation on conversation.id = message.trade_id
    ${EACH_MEMBER}
    join users viewer on viewer.id = member.user_id
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    order by wanted.place, member.user_id`;
}

type StepKey = { readonly ref: string; readonly verb: string; readonly at: Date };

/** The lines of these steps, in their order, each once for every moderator who joined its conversation. */
export async function stepsForModerators(tx: ReadTx, steps: readonly StepKey[]): Promise<DeliveredStep[]> {
  return tx.rows<DeliveredStep>`
    select ${STEP_COLUMNS}, ${MEMBER_COLUMNS}
    from unnest(
      ${steps.map(({ ref }) => ref)}::text[], ${steps.map(({ verb }) => verb)}::text[],
      ${steps.map(({ at }) => at)}::timestamptz[]
    ) with ordinality as wanted (ref, verb, at, place)
    join conversations conversation on conversation.ref = wanted.ref
    join chat_members member on member.trade_id = conversation.id and member.role = 'moderator'
    join users viewer on viewer.id = member.user_id
    join conversation_steps step
      on step.trade_id = conversation.id and step.verb = wanted.verb and step.at = wanted.at
    order by wanted.place, step.id, member.user_id`;
}

/** One message. */
export async function messageRow(tx: ReadTx, messageId: bigint): Promise<MessageRow | undefined> {
  const [row] = await tx.rows<MessageRow>`
    select ${MESSAGE_COLUMNS}
    from chat_messages message
    left join users on users.id = message.author_id
    left join uploads on uploads.id = message.upload_id
    where message.id = ${messageId}`;
  return row;
}

/** The words of a message that somebody wrote in this conversation. */
export async function writtenIn(
  tx: ReadTx,
  { tradeId, messageId }: { tradeId: bigint; messageId: bigint },
): Promise<string | undefined> {
  const [row] = await tx.rows<{ body: string }>`
    select body
    from chat_messages
    where id = ${messageId} and trade_id = ${tradeId} and type <> 'system'`;
  return row?.body;
}
