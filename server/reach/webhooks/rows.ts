/** The SQL of webhooks as their owners and the staff see them. Functions of the database change endpoints. */
import type { DeliveryFault, WebhookEvent } from "#contract/reach/webhooks/names.ts";
import type { WebhookDelivery } from "#contract/reach/webhooks/webhooks.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { behind, placeOf } from "../../platform/cursors.ts";

export type EndpointRow = {
  id: bigint;
  user_id: bigint;
  url: string;
  checking_since: Date | null;
  is_enabled: boolean;
  verified_at: Date | null;
  /** The address that was verified last. */
  verified_url: string | null;
  why: "unverified" | "check_failed" | "failures" | "gone" | null;
  check_fault: DeliveryFault | null;
  events: WebhookEvent[];
  failures: number;
  failing_since: Date | null;
  last_success_at: Date | null;
  previous_until: Date | null;
};

export async function findEndpoint(tx: ReadTx, userId: bigint): Promise<EndpointRow | undefined> {
  const [row] = await tx.rows<EndpointRow>`
    select id, user_id, url, checking_since, is_enabled, verified_at, verified_url, why, check_fault, events, failures, failing_since,
      last_success_at, previous_until
    from webhook_endpoints
    where user_id = ${userId}`;
  return row;
}

type NewCheck = {
  readonly userId: bigint;
  readonly url: string;
  readonly events: readonly string[];
  readonly secretSealed: Uint8Array;
  readonly delivery: string;
};

export async function beginCheck(tx: Tx, check: NewCheck): Promise<string> {
  return onlyRow(
    await tx.rows<{ outcome: string }>`
      select check_webhook(${check.userId}, ${check.url}, ${[...check.events]}, ${check.secretSealed}, ${check.delivery}) as outcome`,
  ).outcome;
}

export async function enable(tx: Tx, { userId, url }: { userId: bigint; url: string }): Promise<string> {
  return onlyRow(await tx.rows<{ outcome: string }>`select switch_webhook(${userId}, ${url}) as outcome`).outcome;
}

type Choice = { readonly userId: bigint; readonly added: readonly string[]; readonly removed: readonly string[] };

export async function chooseEvents(tx: Tx, { userId, added, removed }: Choice): Promise<boolean> {
  return onlyRow(
    await tx.rows<{ done: boolean }>`
      select choose_webhook_events(${userId}, ${[...added]}, ${[...removed]}) as done`,
  ).done;
}

export async function removeEndpoint(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`select remove_webhook(${userId}) is null as done`;
}

export async function putSecret(tx: Tx, { userId, sealed }: { userId: bigint; sealed: Uint8Array }): Promise<string> {
  return onlyRow(await tx.rows<{ outcome: string }>`select change_webhook_secret(${userId}, ${sealed}) as outcome`)
    .outcome;
}

export async function countWaiting(tx: ReadTx, endpointId: bigint): Promise<number> {
  const rows = await tx.rows<{ waiting: number }>`
    select count(*)::int as waiting
    from webhook_deliveries
    where endpoint_id = ${endpointId} and ended_at is null`;
  return onlyRow(rows).waiting;
}

/** Whether a test waits to be sent. */
export async function hasWaitingTest(tx: ReadTx, endpointId: bigint): Promise<boolean> {
  const rows = await tx.rows`
    select
    from webhook_deliveries
    where endpoint_id = ${endpointId} and cause = 'test' and ended_at is null
    limit 1`;
  return rows.length > 0;
}

export type MessageRow = {
  id: bigint;
  public_id: string;
  type: string;
  subject: string;
  seq: number;
  body: string;
  at: Date;
};

type Page = { readonly userId: bigint; readonly after: string | undefined; readonly limit: number };

export function messagesOf(tx: ReadTx, { userId, after, limit }: Page): Promise<MessageRow[]> {
  return tx.rows<MessageRow>`
    select id, public_id, type, subject, seq, body, at
    from webhook_messages
    where user_id = ${userId} and id > ${after ?? "0"}::bigint
    order by id
    limit ${limit}`;
}

export type DeliveryRow = {
  id: bigint;
  public_id: string;
  message_id: bigint | null;
  message: string | null;
  type: string | null;
  body: string | null;
  cause: WebhookDelivery["cause"];
  attempt: number;
  planned_at: Date;
  ended_at: Date | null;
  is_accepted: boolean | null;
  http_status: number | null;
  ms: number | null;
  fault: DeliveryFault | null;
  answer: string | null;
  retry_at: Date | null;
};

const DELIVERY = sql`
  one.id, one.public_id, one.message_id, message.public_id as message, message.type, message.body, one.cause, one.attempt,
    one.planned_at, one.ended_at, one.is_accepted, one.http_status, one.ms, one.fault, one.answer,
    (select min(next.planned_at)
     from webhook_deliveries next
     where next.message_id = one.message_id and next.endpoint_id = one.endpoint_id and next.ended_at is null
       and next.id > one.id) as retry_at`;

type Log = Page & { readonly state: WebhookDelivery["state"] | undefined };

/** The latest first. */
export function deliveriesOf(tx: ReadTx, { userId, after, limit, state }: Log): Promise<DeliveryRow[]> {
  return tx.rows<DeliveryRow>`
    select ${DELIVERY}
    from webhook_deliveries one
    left join webhook_messages message on message.id = one.message_id
    where one.endpoint_id = (select id from webhook_endpoints where user_id = ${userId}) and (${after ?? null}::bigint is null or one.id < ${after ?? null}::bigint)
      and case ${state ?? null}::text
        when 'waiting' then one.ended_at is null
        when 'delivered' then one.is_accepted
        when 'failed' then not one.is_accepted
        else true
      end
    order by one.id desc
    limit ${limit}`;
}

export async function findDelivery(
  tx: ReadTx,
  { userId, id }: { userId: bigint; id: string },
): Promise<DeliveryRow | undefined> {
  const [row] = await tx.rows<DeliveryRow>`
    select ${DELIVERY}
    from webhook_deliveries one
    join webhook_endpoints endpoint on endpoint.id = one.endpoint_id
    left join webhook_messages message on message.id = one.message_id
    where endpoint.user_id = ${userId} and one.public_id = ${id}`;
  return row;
}

/** When the message is sent next; null where no try is planned. */
export async function plannedFor(tx: ReadTx, messageId: bigint): Promise<Date | null> {
  const [row] = await tx.rows<{ at: Date | null }>`
    select min(planned_at) as at
    from webhook_deliveries
    where message_id = ${messageId} and ended_at is null`;
  return row?.at ?? null;
}

type Failed = { readonly endpointId: bigint; readonly userId: bigint; readonly since: string; readonly most: number };

/** Messages that no try was accepted of, and none is planned of; the oldest first. */
export async function failedSince(tx: ReadTx, { endpointId, userId, since, most }: Failed): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select message.id
    from webhook_messages message
    where message.user_id = ${userId} and message.at >= ${since}::timestamptz
      and not exists (
        select
        from webhook_deliveries one
        where one.message_id = message.id and one.endpoint_id = ${endpointId} and (one.is_accepted or one.ended_at is null))
    order by message.id
    limit ${most}`;
  return rows.map(({ id }) => id);
}

export type StaffRow = Pick<
  EndpointRow,
  "url" | "checking_since" | "is_enabled" | "verified_at" | "why" | "failures" | "failing_since" | "last_success_at"
> & { username: string; waiting: number; delivered: number; failed: number; place: string };

/** The longest failing first, then the others by their age. */
export function worstEndpoints(
  tx: ReadTx,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StaffRow[]> {
  const since = sql`coalesce(endpoint.failing_since, '4000-01-01'::timestamptz)`;
  return tx.rows<StaffRow>`
    with shown as (
      select endpoint.*, ${since} as since
      from webhook_endpoints endpoint
      where true ${behind(since, sql`endpoint.id`, after)}
      order by ${since}, endpoint.id
      limit ${limit}
    )
    select person.username, shown.url, shown.checking_since, shown.is_enabled, shown.verified_at, shown.why, shown.failures,
      shown.failing_since, shown.last_success_at, tries.waiting, tries.delivered, tries.failed,
      ${placeOf(sql`shown.since`, sql`shown.id`)} as place
    from shown
    join users person on person.id = shown.user_id
    cross join lateral (
      select count(*) filter (where one.ended_at is null)::int as waiting,
        count(*) filter (where one.is_accepted)::int as delivered,
        count(*) filter (where not one.is_accepted)::int as failed
      from webhook_deliveries one
      where one.endpoint_id = shown.id
        and (one.ended_at is null or one.ended_at > ${tx.now}::timestamptz - interval '1 day')
    ) tries
    order by shown.since, shown.id`;
}
