/** The SQL of notifications to browsers and Telegram: receiver, next try and result. */
import type { Channel } from "#contract/reach/notification-channels.ts";
import { type Fragment, sql, type Tx } from "../../../../platform/postgres/db.ts";
import { goesOn } from "../device-rows.ts";
import type { NotificationKind } from "../../../../platform/notification-kinds.ts";

export type ToSend = { readonly id: bigint; readonly userId: bigint; readonly channels: readonly Channel[] };

/** One statement for all: a row for each browser whose session goes on, and each linked chat; none for a user with neither. */
export async function insertSends(tx: Tx, sends: readonly ToSend[]): Promise<void> {
  const wanted = sends.filter(({ channels }) => channels.includes("app") || channels.includes("telegram"));
  if (wanted.length === 0) return;
  const on = (channel: Channel) => wanted.map(({ channels }) => channels.includes(channel));
  await tx.rows`
    insert into notification_sends (notification_id, channel, device_id, next_at)
    select wanted.id, place.channel, place.device_id, ${tx.now}
    from unnest(
      ${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ userId }) => userId)}::bigint[],
      ${on("app")}::boolean[], ${on("telegram")}::boolean[]
    ) as wanted (id, user_id, by_app, by_telegram)
    cross join lateral (
      select 'app' as channel, push_devices.id as device_id
      from push_devices
      join sessions on sessions.id = push_devices.session_id and ${goesOn(tx)}
      where push_devices.user_id = wanted.user_id and wanted.by_app
      union all
      select 'telegram', null
      from telegram_chats
      where telegram_chats.user_id = wanted.user_id and wanted.by_telegram
    ) as place
    order by wanted.id, place.device_id`;
}

/** What is looked for: of browsers, those that answered in time the last time, or the others. */
export type Due = { readonly channel: "telegram" } | { readonly channel: "app"; readonly isQuick: boolean };

export type DueSend = {
  id: bigint;
  attempts: number;
  notification_id: bigint;
  user_id: bigint;
  kind: NotificationKind;
  details: Record<string, string>;
  link: string;
  at: Date;
  /** False where the browser is gone or signed out, or the chat is linked no more. */
  is_there: boolean;
  /** Of a browser. */
  device_id: bigint;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Of Telegram. */
  chat_id: bigint;
};

type Taking = Due & { readonly limit: number; readonly underWaySec: number };

export const sendsAreDue = (channel: Due["channel"]): Fragment => sql`exists (
  select from notification_sends
  where sent_at is null and failed_at is null and next_at <= (select market_now()) and channel = ${channel})`;

/** Takes what is due by one way: nobody else sends it for so long. */
export async function takeDue(tx: Tx, { limit, underWaySec, ...which }: Taking): Promise<DueSend[]> {
  const isQuick = which.channel === "app" ? which.isQuick : null;
  return tx.rows<DueSend>`
    with due as (
      select send.id
      from notification_sends send
      left join push_devices device on device.id = send.device_id
      where send.sent_at is null and send.failed_at is null and send.next_at <= ${tx.now}
        and send.channel = ${which.channel}
        and (${isQuick}::boolean is null or coalesce(device.is_quick, true) = ${isQuick})
      order by send.next_at
      limit ${limit}
      for update of send skip locked
    ), taken as (
      update notification_sends
      set next_at = ${tx.now}::timestamptz + make_interval(secs => ${underWaySec})
      from due
      where notification_sends.id = due.id
      returning notification_sends.id, channel, attempts, notification_id, device_id
    )
    select taken.id, taken.attempts, notification_id, notifications.user_id, kind, details, link, at,
      case taken.channel when 'app' then sessions.id is not null else chat.chat_id is not null end as is_there,
      device.id as device_id, endpoint, p256dh, auth, chat.chat_id
    from taken
    join notifications on notifications.id = taken.notification_id
    left join push_devices device on device.id = taken.device_id and device.user_id = notifications.user_id
    left join sessions on sessions.id = device.session_id and ${goesOn(tx)}
    left join telegram_chats chat on chat.user_id = notifications.user_id
    order by taken.id`;
}

const NEWS_HOURS = 24;

/** Gives up notifications that are too old to be useful. */
export async function giveUpSends(tx: Tx): Promise<void> {
  await tx.rows`
    update notification_sends send
    set failed_at = ${tx.now}, fault = 'too late'
    from notifications
    where notifications.id = send.notification_id and send.sent_at is null and send.failed_at is null
      and notifications.at < ${tx.now}::timestamptz - make_interval(hours => ${NEWS_HOURS})`;
}

/** The result of one try. */
export type SendEnd = {
  readonly id: bigint;
  readonly state: "sent" | "failed" | "again";
  readonly fault: string | null;
  /** Until it is tried again. */
  readonly waitSec: number;
};

export async function recordEnds(tx: Tx, ends: readonly SendEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await tx.rows`
    update notification_sends
    set attempts = attempts + 1, fault = ended.fault,
        sent_at = case when ended.state = 'sent' then ${tx.now}::timestamptz end,
        failed_at = case when ended.state = 'failed' then ${tx.now}::timestamptz end,
        next_at = ${tx.now}::timestamptz + make_interval(secs => ended.wait)
    from unnest(
      ${ends.map(({ id }) => id)}::bigint[], ${ends.map(({ state }) => state)}::text[],
      ${ends.map(({ fault }) => fault)}::text[], ${ends.map(({ waitSec }) => waitSec)}::int[]
    ) as ended (id, state, fault, wait)
    where notification_sends.id = ended.id`;
}

/** A device says what it did; the first time counts. Returns the notification, if this was sent at all. */
export async function recordReceipt(
  tx: Tx,
  { id, isOpened }: { id: bigint; isOpened: boolean },
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ notification_id: bigint }>`
    update notification_sends
    set delivered_at = coalesce(delivered_at, ${tx.now}::timestamptz),
        opened_at = case when ${isOpened} then coalesce(opened_at, ${tx.now}::timestamptz) else opened_at end
    where id = ${id}
    returning notification_id`;
  return row?.notification_id;
}
