/** The SQL of Telegram: its bot, codes, linked chats, and what is due to them. */
import { createHash } from "node:crypto";
import type { About } from "../../../../people/phones/index.ts";
import { type ReadTx, type Tx, type Fragment, sql } from "../../../../platform/postgres/db.ts";

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

const FRESH_SEC = 300;

/** The bot's name; undefined where none is configured, or its worker is away. */
export async function botName(tx: ReadTx): Promise<string | undefined> {
  const [row] = await tx.rows<{ username: string }>`
    select username
    from telegram_bot
    where asked_at > ${tx.now}::timestamptz - make_interval(secs => ${FRESH_SEC})`;
  return row?.username;
}

/** A worker that polls it about once a minute is alive. */
const STALE_SEC = 60;

export type BotRow = { username: string; next_update: number; is_stale: boolean };

export async function readBot(tx: ReadTx): Promise<BotRow | undefined> {
  const [row] = await tx.rows<BotRow>`
    select username, next_update::float8,
      asked_at < ${tx.now}::timestamptz - make_interval(secs => ${STALE_SEC}) as is_stale
    from telegram_bot`;
  return row;
}

export async function writeBot(tx: Tx, { username, nextUpdate }: { username: string; nextUpdate: number }) {
  await tx.rows`
    insert into telegram_bot (username, next_update, asked_at)
    values (${username}, ${nextUpdate}, ${tx.now})
    on conflict (id) do update
    set username = excluded.username, next_update = excluded.next_update, asked_at = excluded.asked_at`;
}

/** The newest of a user counts, and no other. */
export async function insertCode(
  tx: Tx,
  { userId, code, validMinutes }: { userId: bigint; code: string; validMinutes: number },
): Promise<void> {
  await tx.rows`
    delete from telegram_codes
    where user_id = ${userId}`;
  await tx.rows`
    insert into telegram_codes (code_hash, user_id, expires_at)
    values (${hashOf(code)}, ${userId}, ${tx.now}::timestamptz + make_interval(mins => ${validMinutes}))`;
}

/** Spends a code and returns its owner. Undefined for an unknown or expired one. */
export async function spendCode(tx: Tx, code: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ user_id: bigint; is_valid: boolean }>`
    delete from telegram_codes
    where code_hash = ${hashOf(code)}
    returning user_id, expires_at > ${tx.now} as is_valid`;
  return row?.is_valid ? row.user_id : undefined;
}

export async function putChat(tx: Tx, { userId, chatId, name }: { userId: bigint; chatId: bigint; name: string }) {
  await tx.rows`
    delete from telegram_chats
    where chat_id = ${chatId} and user_id <> ${userId}`;
  await tx.rows`
    insert into telegram_chats (user_id, chat_id, name, linked_at)
    values (${userId}, ${chatId}, ${name}, ${tx.now})
    on conflict (user_id) do update
    set chat_id = excluded.chat_id, name = excluded.name, linked_at = excluded.linked_at`;
}

export async function nameOfChat(tx: ReadTx, userId: bigint): Promise<string | undefined> {
  const [row] = await tx.rows<{ name: string }>`
    select name
    from telegram_chats
    where user_id = ${userId}`;
  return row?.name;
}

export async function removeChatOfUser(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from telegram_chats
    where user_id = ${userId}`;
}

/** Returns whose they were. */
export async function removeChats(tx: Tx, chatIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.rows<{ user_id: bigint }>`
    delete from telegram_chats
    where chat_id = any(${chatIds}::bigint[])
    returning user_id`;
  return rows.map(({ user_id }) => user_id);
}

export type TelegramCode = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly code: string;
  readonly about: About;
  readonly chat_id: bigint;
  /** The row of its delivery status. */
  readonly sent_code_id: bigint;
};

/** Codes that the signer hands over. They are gone with the transaction. */
export function takeTelegramCodes(tx: Tx, most: number): Promise<TelegramCode[]> {
  return tx.rows<TelegramCode>`
    select id, user_id, code, about, chat_id, sent_code_id
    from take_telegram_codes(${most})`;
}

export const telegramCodesWait: Fragment = sql`exists (select from codes_to_send where channel = 'telegram')`;
