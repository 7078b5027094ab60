/** The SQL of codes on their way to telephones, and of what this machine kept instead. A worker's. */
import { type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";
import type { CodeCarrier, CodeChannel } from "../../platform/outside/providers/code-carrier.ts";

const STALE_SEC = 60;

/** Says about once a minute that codes can be sent. */
export async function noteCarrier(tx: Tx, kind: CodeCarrier["kind"]): Promise<void> {
  await tx.rows`
    insert into phone_carrier (kind, seen_at)
    values (${kind}, ${tx.now})
    on conflict (id) do update
    set kind = excluded.kind, seen_at = excluded.seen_at
    where phone_carrier.kind <> excluded.kind
      or phone_carrier.seen_at < ${tx.now}::timestamptz - make_interval(secs => ${STALE_SEC})`;
}

export type DueMessage = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly channel: CodeChannel;
  readonly state: "waiting" | "right";
  readonly attempts: number;
  /** Of its ten minutes. */
  readonly left_sec: number;
  readonly code_sealed: Uint8Array | null;
  /** Null where the account has another number by now, or none. */
  readonly number_sealed: Uint8Array | null;
  /** The number as the user who requested the code entered it. */
  readonly number_index: Uint8Array;
  readonly calling_code: string;
  readonly external_id: string;
  readonly locale: string;
  /** What a code of the signer's confirms; null of the number's own. */
  readonly about: string | null;
};

/** Nobody else takes it for a minute. */
export async function takeDueMessage(tx: Tx): Promise<DueMessage | undefined> {
  const [row] = await tx.rows<DueMessage>`
    update phone_messages message
    set next_at = ${tx.now}::timestamptz + interval '1 minute', attempts = message.attempts + 1
    from (
      select id
      from phone_messages
      -- By the database's clock: what was written a moment ago is due, to the microsecond.
      where state in ('waiting', 'right') and next_at <= (select market_now())
      order by next_at
      limit 1
      for update skip locked
    ) as due, users
    left join phones on phones.user_id = users.id
    where message.id = due.id and users.id = message.user_id
    returning message.id, message.user_id, message.channel, message.state, message.attempts, message.about,
      extract(epoch from message.expires_at - ${tx.now}::timestamptz)::float8 as left_sec,
      message.code_sealed, case when phones.number_index = message.number_index then phones.number_sealed end as number_sealed,
      message.number_index, message.calling_code, users.external_id, users.locale`;
  return row;
}

export type MessageEnd = {
  readonly id: bigint;
  /** As it was taken: what has changed since stays as it is. */
  readonly from: DueMessage["state"];
  readonly state: "waiting" | "sent" | "failed" | "right" | "settled";
  readonly errorCode?: number | undefined;
  readonly fault?: string | undefined;
  /** Of one that is tried again. */
  readonly waitSec?: number | undefined;
  /** Nobody knows whether this try got there. */
  readonly isUnknown?: boolean | undefined;
};

/** Delivered and failed messages keep no code. */
export async function recordMessageEnd(tx: Tx, end: MessageEnd): Promise<void> {
  const { id, from, state, errorCode = null, fault = "", waitSec = 0, isUnknown = false } = end;
  const isOver = state === "failed" || state === "settled";
  await tx.rows`
    update phone_messages
    set state = ${state}, error_code = ${errorCode}, fault = ${fault.slice(0, 200)},
        next_at = ${tx.now}::timestamptz + make_interval(secs => ${waitSec}), is_unknown = is_unknown or ${isUnknown},
        code_sealed = case when not ${isOver} then code_sealed end
    where id = ${id} and state = ${from}`;
}

/** Messages older than two days count against no limit; expired codes are deleted before. */
export async function forgetOldMessages(tx: Tx): Promise<void> {
  await tx.rows`
    update phone_messages
    set code_sealed = null, state = case state when 'waiting' then 'failed' when 'right' then 'settled' else state end
    where expires_at < ${tx.now} and code_sealed is not null`;
  await tx.rows`
    delete from phone_messages
    where made_at < ${tx.now}::timestamptz - interval '2 days'`;
}

export type InboxText = { readonly to: string; readonly channel: CodeChannel; readonly text: string };

export async function keepText(tx: Tx, { to, channel, text }: InboxText): Promise<void> {
  await tx.rows`
    insert into inbox_texts (to_number, channel, body_text, at)
    values (${to}, ${channel}, ${text}, ${tx.now})`;
  await tx.rows`
    delete from inbox_texts
    where id <= (select max(id) from inbox_texts) - 2000`;
}

export const messagesAreDue: Fragment = sql`exists (
  select from phone_messages
  where state in ('waiting', 'right') and next_at <= (select market_now()))`;
