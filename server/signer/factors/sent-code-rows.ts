/** The SQL of codes that the signer has sent, and of who confirms by them. */
import type { CodeChannelName } from "#contract/people/sign-in/proofs.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { CodeCarrier } from "../../platform/outside/signer/signer.ts";
import { dropDevices } from "./code-device-rows.ts";

export type ChannelRow = {
  readonly channel: CodeChannelName;
  readonly begun_at: Date;
  readonly confirmed_at: Date | null;
  readonly removed_at: Date | null;
};

export function channelsOf(tx: ReadTx, userId: bigint): Promise<ChannelRow[]> {
  return tx.rows<ChannelRow>`
    select channel, begun_at, confirmed_at, removed_at
    from code_channels
    where user_id = ${userId}`;
}

/** Those of these users who confirm by codes that are sent: by any channel, or by this one. */
export async function usersWithChannel(
  tx: ReadTx,
  userIds: readonly bigint[],
  one: CodeChannelName | null = null,
): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from code_channels
    where user_id = any(${userIds}::bigint[]) and confirmed_at is not null and removed_at is null
      and (${one}::text is null or channel = ${one})`;
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Whether there is a confirmed number, or email, or another browser or phone, or a chat, that codes can go to. */
export async function hasReceiver(
  tx: ReadTx,
  { userId, channel, sessionId }: Of & { readonly sessionId?: string | undefined },
): Promise<boolean> {
  const rows =
    channel === "push"
      ? await tx.rows`select from devices_for_code(${userId}, ${sessionId ?? null}::bigint)`
      : channel === "sms"
        ? await tx.rows`select from phones where user_id = ${userId} and confirmed_at is not null`
        : channel === "telegram"
          ? await tx.rows`select where takes_telegram_codes(${userId})`
          : await tx.rows`select from users where id = ${userId} and email_confirmed_at is not null`;
  return rows.length > 0;
}

/** Why no code goes there by text; null where one may. */
export async function textsStopped(tx: ReadTx, userId: bigint): Promise<"texts_off" | "landline" | null> {
  const [row] = await tx.rows<{ why: "texts_off" | "landline" | null }>`select texts_stopped(${userId}) as why`;
  return row?.why ?? null;
}

export type Of = { readonly userId: bigint; readonly channel: CodeChannelName };

/** Begins anew where it was never confirmed or was removed; false where it is on. */
export async function beginChannel(tx: Tx, { userId, channel }: Of): Promise<boolean> {
  const rows = await tx.rows`
    insert into code_channels (user_id, channel, begun_at)
    values (${userId}, ${channel}, ${tx.now})
    on conflict (user_id, channel) do update
    set begun_at = excluded.begun_at, confirmed_at = null, removed_at = null, address = null
    where code_channels.confirmed_at is null or code_channels.removed_at is not null
    returning user_id`;
  return rows.length > 0;
}

/** Of Telegram with the chat that the shown code went to, and not one that was linked since. */
export async function confirmChannel(tx: Tx, { userId, channel }: Of): Promise<void> {
  await tx.rows`
    update code_channels
    set confirmed_at = ${tx.now},
      address = (
        select sent_to from sent_codes
        where user_id = ${userId} and channel = 'telegram' and ${channel} = 'telegram' and spent_at is not null
        order by id desc limit 1)
    where user_id = ${userId} and channel = ${channel} and confirmed_at is null and removed_at is null`;
}

export async function removeChannel(tx: Tx, { userId, channel }: Of): Promise<boolean> {
  if (channel === "push") await dropDevices(tx, userId);
  const rows = await tx.rows`
    update code_channels
    set removed_at = ${tx.now}
    where user_id = ${userId} and channel = ${channel} and confirmed_at is not null and removed_at is null
    returning user_id`;
  return rows.length > 0;
}

/** When the next code may be sent: a minute after the last that may have got there, and so many a day. Undefined for now. */
export async function nextCodeAt(
  tx: Tx,
  { userId, isSigningIn, mostADay }: { userId: bigint; isSigningIn: boolean; mostADay: number },
): Promise<Date | undefined> {
  await tx.rows`
    delete from sent_codes
    where user_id = ${userId} and made_at < ${tx.now}::timestamptz - interval '1 day'`;
  const rows = await tx.rows<{ made_at: Date; is_over: boolean }>`
    select made_at, spent_at is not null or delivery in ('failed', 'dropped') as is_over
    from sent_codes
    where user_id = ${userId} and starts_with(subject, 'sign_in:') = ${isSigningIn}
    order by id desc
    limit ${mostADay}`;
  // One that was shown, or got nowhere, makes room for the next at once.
  const minute = rows[0] && !rows[0].is_over ? rows[0].made_at.getTime() + 60_000 : 0;
  const day = rows.length >= mostADay ? (rows.at(-1)?.made_at.getTime() ?? 0) + 86_400_000 : 0;
  const at = Math.max(minute, day);
  return at > tx.now.getTime() ? new Date(at) : undefined;
}

/** Whether the newest code for this went to Telegram and did not get there. */
export async function isTelegramLost(
  tx: ReadTx,
  { userId, subject }: { readonly userId: bigint; readonly subject: string },
): Promise<boolean> {
  const rows = await tx.rows<{ is_lost: boolean }>`
    select channel = 'telegram' and delivery in ('failed', 'dropped') as is_lost
    from sent_codes
    where user_id = ${userId} and subject = ${subject} and made_at > ${tx.now}::timestamptz - interval '15 minutes'
    order by id desc
    limit 1`;
  return rows[0]?.is_lost ?? false;
}

export type NewCode = Of & {
  /** The channel that carries the code. */
  readonly by: CodeCarrier;
  readonly subject: string;
  readonly mark: Uint8Array;
  readonly tries: number;
  readonly minutes: number;
};

/** The newest counts alone; one for a sign-in ends none that its owner waits for. Returns its id. */
export async function insertSentCode(
  tx: Tx,
  { userId, channel, by, subject, mark, tries, minutes }: NewCode,
): Promise<bigint> {
  await tx.rows`
    update sent_codes
    set tries_left = 0
    where user_id = ${userId} and tries_left > 0
      and starts_with(subject, 'sign_in:') = starts_with(${subject}, 'sign_in:')`;
  const added = await tx.rows<{ id: bigint }>`
    insert into sent_codes (user_id, channel, sent_to, sent_by, subject, code_mark, made_at, expires_at, tries_left)
    values (${userId}, ${channel}, code_address(${userId}, ${channel}), ${by}, ${subject}, ${mark}, ${tx.now},
            ${tx.now}::timestamptz + make_interval(mins => ${minutes}), ${tries})
    returning id`;
  return onlyRow(added).id;
}

type ToSend = {
  readonly userId: bigint;
  readonly sentCode: bigint;
  readonly channel: CodeCarrier;
  readonly sessionId: string | undefined;
  /** The one browser that gets it; without it all that its owner has chosen. */
  readonly deviceId: bigint | undefined;
  readonly code: string;
  readonly about: object;
};

export async function handOver(
  tx: Tx,
  { userId, sentCode, channel, sessionId, deviceId, code, about }: ToSend,
): Promise<void> {
  await tx.rows`
    insert into codes_to_send (user_id, sent_code_id, channel, session_id, device_id, code, about, made_at)
    values (${userId}, ${sentCode}, ${channel}, ${sessionId ?? null}, ${deviceId ?? null}, ${code},
            ${JSON.stringify(about)}, ${tx.now})`;
}

export type OpenCode = { readonly id: bigint; readonly code_mark: Uint8Array };

/** The one that counts for this, with tries left, sent to the address that the account has now. Locks it. */
export async function lockOpenCode(
  tx: Tx,
  { userId, channel, subject }: Of & { readonly subject: string },
): Promise<OpenCode | undefined> {
  const [row] = await tx.rows<OpenCode>`
    select id, code_mark
    from sent_codes
    where user_id = ${userId} and channel = ${channel} and subject = ${subject} and spent_at is null
      and tries_left > 0 and expires_at > ${tx.now}::timestamptz
      and sent_to is not distinct from code_address(${userId}, ${channel})
    order by id desc
    limit 1
    for update`;
  return row;
}

export async function countTry(
  tx: Tx,
  { id, isRight }: { readonly id: bigint; readonly isRight: boolean },
): Promise<void> {
  await tx.rows`
    update sent_codes
    set tries_left = tries_left - 1, spent_at = case when ${isRight} then ${tx.now}::timestamptz end
    where id = ${id}`;
}

type Quote = { readonly userId: bigint; readonly hash: string };

/** Whether this is an open transfer that was begun. */
export async function hasQuote(tx: ReadTx, { userId, hash }: Quote): Promise<boolean> {
  const rows = await tx.rows`
    select
    from send_out_quotes
    where hash = ${hash} and user_id = ${userId} and expires_at > ${tx.now}::timestamptz`;
  return rows.length > 0;
}

/** The fee is kept as long as the code is good. */
export async function prolongQuote(
  tx: Tx,
  { userId, hash, minutes }: Quote & { readonly minutes: number },
): Promise<void> {
  await tx.rows`
    update send_out_quotes
    set expires_at = greatest(expires_at, ${tx.now}::timestamptz + make_interval(mins => ${minutes}))
    where hash = ${hash} and user_id = ${userId}`;
}
