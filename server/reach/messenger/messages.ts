/** Messages of a conversation as one member sees them, and the lists of conversations. */
import { displayFromUnits } from "#contract/money/money.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type {
  Conversation,
  DirectMessage,
  listConversations,
  listDirectMessages,
} from "#contract/reach/messenger/messenger.ts";
import type { ChatFolder } from "#contract/reach/messenger/names.ts";
import type { MetaOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { languageOfUser } from "../../people/accounts/index.ts";
import { getFiat, getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { viewUpload, warningsOf } from "../../market/chat/index.ts";
import { openBody } from "./body.ts";
import { viewConversation } from "./conversation.ts";
import { type ConversationRow, findConversation, folderRows, unreadChatsOf } from "./conversation-rows.ts";
import { type MessageRow, messagePage, type OfferOfCard } from "./message-rows.ts";

const DEFAULT_LIMIT = 50;

type Folder = {
  readonly userId: bigint;
  readonly folder?: ChatFolder | undefined;
  readonly after?: string | undefined;
};

export async function viewFolder(
  tx: ReadTx,
  { userId, folder = "conversations", after }: Folder,
): Promise<{ data: ReplyOf<typeof listConversations>; meta: MetaOf<typeof listConversations> }> {
  const [found, meta] = await Promise.all([
    readSlice(
      (limit) => folderRows(tx, { userId, folder, after, limit }),
      ({ place }) => place,
    ),
    unreadChats(tx, userId),
  ]);
  return { data: { rows: found.rows.map(viewConversation), next: found.next }, meta };
}

export async function unreadChats(tx: ReadTx, userId: bigint): Promise<{ unread: number; requests: number }> {
  const [{ unread, requests } = { unread: 0, requests: 0 }] = await unreadChatsOf(tx, [userId]);
  return { unread, requests };
}

type Named = { readonly hash: string; readonly userId: bigint };

/** Refuses messenger.not_found to everybody but its members. */
export async function getConversationRow(tx: ReadTx, named: Named): Promise<ConversationRow> {
  const row = await findConversation(tx, named);
  if (!row) throw new Refusal("messenger.not_found");
  return row;
}

/** Whether it is one of this user. */
export const isConversation = async (tx: ReadTx, named: Named): Promise<boolean> =>
  (await findConversation(tx, named)) !== undefined;

export async function readOne(tx: ReadTx, named: Named): Promise<Conversation> {
  return viewConversation(await getConversationRow(tx, named));
}

type Asked = Named & {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  /** Of the page; otherwise that of the account. */
  readonly locale?: Locale | undefined;
};

/** By their numbers, oldest first. Refuses messenger.not_found. */
export async function readMessages(
  tx: ReadTx,
  { before, after, limit = DEFAULT_LIMIT, locale: asked, ...named }: Asked,
): Promise<{ data: ReplyOf<typeof listDirectMessages>; meta: MetaOf<typeof listDirectMessages> }> {
  const row = await getConversationRow(tx, named);
  const locale = asked ?? (await languageOfUser(tx, named.userId));
  const found = await messagePage(tx, { conversationId: row.id, before, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  if (after === undefined) shown.reverse();
  return {
    data: shown.map((message) => viewMessage(message, { viewerId: named.userId, now: tx.now, locale })),
    meta: { conversation: viewConversation(row), hasMore: found.length > limit },
  };
}

/** As a member sees it. */
export function viewMessage(
  row: MessageRow,
  { viewerId, now, locale }: { viewerId: bigint; now: Date; locale: Locale | undefined },
): DirectMessage {
  const isMine = row.author_id === viewerId;
  const text = openBody(row.body_sealed, { conversationId: row.conversation_id, seq: row.seq });
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    kind: row.kind,
    isMine,
    text,
    attachment: row.upload && viewUpload(row.upload),
    offer: row.offer && cardOf(row.offer, now, locale),
    warnings: isMine ? [] : warningsOf(text),
  };
}

function cardOf(offer: OfferOfCard, now: Date, locale: Locale = DEFAULT_LOCALE): DirectMessage["offer"] {
  const { digits } = getFiat(offer.fiat);
  const until = new Date(offer.until);
  return {
    hash: offer.hash,
    type: offer.side,
    cryptoCurrencyCode: offer.crypto,
    fiatCurrencyCode: offer.fiat,
    paymentMethod: methodName(getPaymentMethod(offer.method_id), locale),
    price: offer.price,
    min: displayFromUnits(BigInt(offer.min_units), digits),
    max: displayFromUnits(BigInt(offer.max_units), digits),
    until: until.toISOString(),
    isOver: offer.is_off || until <= now,
  };
}
