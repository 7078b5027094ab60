/** The SQL of messages and their deliveries, as the worker writes and sends them. */
import {
  type DeliveryFault,
  MOST_FAILING_DAYS,
  MOST_FAILURES,
  MOST_WAITING,
  type DELIVERY_CAUSES,
} from "#contract/reach/webhooks/names.ts";
import { type ReadTx, type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";

export type Cause = (typeof DELIVERY_CAUSES)[number];

/** Whether anybody is to be notified of anything: without, an event costs one look. */
export async function areThereEndpoints(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows`select from webhook_endpoints where verified_url is not null limit 1`;
  return rows.length > 0;
}

export type Listening = { readonly id: bigint; readonly user_id: bigint; readonly events: readonly string[] };

/** Of these users, those who had an address verified once; also of endpoints that are off, whose owner reads the list later. */
export function listeningOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Listening[]> {
  return tx.rows<Listening>`
    select id, user_id, events
    from webhook_endpoints
    where user_id = any(${userIds}::bigint[]) and verified_url is not null
    order by user_id`;
}

/** Until the commit nobody else writes messages of these users: their ids become visible in their order, by which programs read on. */
export async function lockMessages(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  const sorted = [...userIds].sort((a, b) => (a < b ? -1 : 1));
  await tx.rows`
    select pg_advisory_xact_lock(7265041, hashint8(user_id)) is null as locked
    from unnest(${sorted}::bigint[]) as one (user_id)`;
}

/** Of these, what there is a message of this type about already. */
export async function knownSubjects(tx: ReadTx, subjects: readonly string[], type: string): Promise<Set<string>> {
  const rows = await tx.rows<{ user_id: bigint; subject: string }>`
    select user_id, subject
    from webhook_messages
    where subject = any(${[...subjects]}::text[]) and type = ${type}`;
  return new Set(rows.map(({ user_id, subject }) => `${user_id}:${subject}`));
}

export type Subject = { readonly userId: bigint; readonly subject: string; readonly many: number };

/** Raises the number of each subject by so many, in one order for every process. Returns the last number of each. */
export async function raiseNumbers(tx: Tx, subjects: readonly Subject[]): Promise<Map<string, number>> {
  const sorted = [...subjects].sort((a, b) =>
    a.userId === b.userId ? (a.subject < b.subject ? -1 : 1) : a.userId < b.userId ? -1 : 1,
  );
  const rows = await tx.rows<{ user_id: bigint; subject: string; seq: number }>`
    insert into webhook_subjects as known (user_id, subject, seq, at)
    select user_id, subject, many, ${tx.now}
    from unnest(
      ${sorted.map(({ userId }) => userId)}::bigint[], ${sorted.map(({ subject }) => subject)}::text[],
      ${sorted.map(({ many }) => many)}::int[]
    ) with ordinality as asked (user_id, subject, many, place)
    order by place
    on conflict (user_id, subject) do update set seq = known.seq + excluded.seq, at = excluded.at
    returning user_id, subject, seq`;
  return new Map(rows.map(({ user_id, subject, seq }) => [`${user_id}:${subject}`, seq]));
}

export type NewMessage = {
  readonly endpointId: bigint;
  readonly userId: bigint;
  readonly publicId: string;
  readonly type: string;
  readonly subject: string;
  readonly seq: number;
  readonly body: string;
  readonly cause: Extract<Cause, "event" | "test">;
};

/**
 * With a delivery for each now; without one where the endpoint is off, or a thousand wait for it: those are in the list of messages
 * alone. A test is sent to an endpoint that is off as well.
 */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.rows`
    with given as (
      select *
      from unnest(
        ${messages.map(({ endpointId }) => endpointId)}::bigint[], ${messages.map(({ userId }) => userId)}::bigint[],
        ${messages.map(({ publicId }) => publicId)}::text[], ${messages.map(({ type }) => type)}::text[],
        ${messages.map(({ subject }) => subject)}::text[], ${messages.map(({ seq }) => seq)}::int[],
        ${messages.map(({ body }) => body)}::text[], ${messages.map(({ cause }) => cause)}::text[],
        ${messages.map(() => ids.hash())}::text[]
      ) with ordinality as one (endpoint_id, user_id, public_id, type, subject, seq, body, cause, delivery, place)
    ), waiting as (
      select one.endpoint_id, (
        select count(*)
        from (
          select
          from webhook_deliveries delivery
          where delivery.endpoint_id = one.endpoint_id and delivery.ended_at is null
          limit ${MOST_WAITING}
        ) few
      ) as many
      from (select distinct endpoint_id from given) one
    ), judged as (
      select given.*,
        case
          when given.cause = 'test' then null
          when not endpoint.is_enabled then 'off'
          when waiting.many + row_number() over (partition by given.endpoint_id order by given.place) > ${MOST_WAITING} then 'full'
        end as skipped
      from given
      join webhook_endpoints endpoint on endpoint.id = given.endpoint_id
      join waiting on waiting.endpoint_id = given.endpoint_id
    ), written as (
      insert into webhook_messages (public_id, user_id, type, subject, seq, body, at, skipped)
      select public_id, user_id, type, subject, seq, body, ${tx.now}, skipped
      from judged
      order by place
      returning id, public_id, skipped
    )
    insert into webhook_deliveries (public_id, endpoint_id, message_id, cause, attempt, planned_at)
    select judged.delivery, judged.endpoint_id, written.id, judged.cause, 1, ${tx.now}
    from written
    join judged on judged.public_id = written.public_id
    where written.skipped is null
    order by written.id`;
}

type Plan = { readonly endpointId: bigint; readonly messageIds: readonly bigint[]; readonly cause: "replay" };

/** Now; a message that waits already stays as it is. */
export async function planDeliveries(tx: Tx, { endpointId, messageIds, cause }: Plan): Promise<void> {
  await tx.rows`
    insert into webhook_deliveries (public_id, endpoint_id, message_id, cause, attempt, planned_at)
    select public_id, ${endpointId}, message_id, ${cause}, 1, ${tx.now}
    from unnest(${messageIds.map(() => ids.hash())}::text[], ${[...messageIds]}::bigint[]) as one (public_id, message_id)
    order by message_id
    on conflict (endpoint_id, message_id) where ended_at is null do nothing`;
}

export type Due = {
  id: bigint;
  endpoint_id: bigint;
  user_id: bigint;
  url: string;
  secret_sealed: Buffer;
  /** While it signs as well. */
  previous_sealed: Buffer | null;
  cause: Cause;
  attempt: number;
  message_id: bigint | null;
  message: string | null;
  body: string | null;
  planned_at: Date;
  /** When it was taken to be sent. */
  sent_at: Date;
  is_failing: boolean;
};

/** At once for one endpoint, while all is well. */
const AT_ONCE = 4;

/**
 * Takes what is due for so many seconds: nobody else sends it meanwhile. Each endpoint has its own queue: four at once while it
 * accepts, one while it fails, and then no more often than its failures allow. Endpoints that accept come first.
 */
export function takeDue(
  tx: Tx,
  { limit, failingLimit, takenSec }: { limit: number; failingLimit: number; takenSec: number },
): Promise<Due[]> {
  return tx.rows<Due>`
    with events as (
      select one.id, one.planned_at, endpoint.failures > 0 or endpoint.is_slow as is_failing, one.place
      from webhook_endpoints endpoint
      cross join lateral (
        select delivery.id, delivery.planned_at, delivery.taken_until,
          row_number() over (order by delivery.planned_at, delivery.id) as place
        from webhook_deliveries delivery
        where delivery.endpoint_id = endpoint.id and delivery.ended_at is null and delivery.planned_at <= ${tx.now}
          and delivery.cause not in ('check', 'test')
        order by delivery.planned_at, delivery.id
        limit case when endpoint.failures > 0 then 1 else ${AT_ONCE}::int end
      ) one
      where endpoint.is_enabled and coalesce(one.taken_until <= ${tx.now}, true)
        and (endpoint.failures = 0
          or endpoint.last_failure_at <= ${tx.now}::timestamptz - make_interval(mins => least(endpoint.failures, 15)))
    ), asked as (
      -- Deliveries that a user waits for at their screen.
      select delivery.id, delivery.planned_at, false as is_failing, 0::bigint as place
      from webhook_deliveries delivery
      where delivery.ended_at is null and delivery.cause in ('check', 'test')
        and coalesce(delivery.taken_until <= ${tx.now}, true)
      order by delivery.planned_at, delivery.id
      limit ${limit}
    ), ranked as (
      select open.*, row_number() over (partition by open.is_failing order by open.place, open.planned_at, open.id) as rank
      from (select * from asked union all select * from events) open
    ), due as (
      select delivery.id
      from webhook_deliveries delivery
      where delivery.id in (
          select ranked.id
          from ranked
          where not ranked.is_failing or ranked.rank <= ${failingLimit}
          order by ranked.is_failing, ranked.place, ranked.planned_at, ranked.id
          limit ${limit})
        -- Another process may have taken or ended it since.
        and delivery.ended_at is null and coalesce(delivery.taken_until <= ${tx.now}, true)
      for update skip locked
    ), taken as (
      update webhook_deliveries
      set taken_until = ${tx.now}::timestamptz + make_interval(secs => ${takenSec})
      from due
      where webhook_deliveries.id = due.id
      returning webhook_deliveries.id, endpoint_id, message_id, cause, attempt, planned_at
    )
    select taken.id, taken.endpoint_id, endpoint.user_id, endpoint.url, endpoint.secret_sealed,
      case when endpoint.previous_until > ${tx.now} then endpoint.previous_sealed end as previous_sealed,
      taken.cause, taken.attempt, taken.message_id, message.public_id as message, message.body, taken.planned_at,
      ${tx.now}::timestamptz as sent_at, endpoint.failures > 0 or endpoint.is_slow as is_failing
    from taken
    join webhook_endpoints endpoint on endpoint.id = taken.endpoint_id
    left join webhook_messages message on message.id = taken.message_id
    order by taken.planned_at, taken.id`;
}

export type Ending = {
  readonly id: bigint;
  readonly status: number | null;
  readonly ms: number;
  readonly fault: DeliveryFault | undefined;
  readonly answer: string;
};

/** False where it ended meanwhile, or its endpoint was removed. */
export async function endDelivery(tx: Tx, { id, status, ms, fault, answer }: Ending): Promise<boolean> {
  const rows = await tx.rows`
    update webhook_deliveries
    set ended_at = ${tx.now}, is_accepted = ${fault === undefined}, http_status = ${status}, ms = ${ms},
      fault = ${fault ?? null}, answer = ${answer}
    where id = ${id} and ended_at is null
    returning id`;
  return rows.length > 0;
}

/** The next try of the same message. */
export async function planRetry(tx: Tx, due: Due, at: Date): Promise<void> {
  await tx.rows`
    insert into webhook_deliveries (public_id, endpoint_id, message_id, cause, attempt, planned_at)
    values (${ids.hash()}, ${due.endpoint_id}, ${due.message_id}, 'retry', ${due.attempt + 1}, ${at})
    on conflict (endpoint_id, message_id) where ended_at is null do nothing`;
}

/** Of an address that is still being checked: false where its owner has named another meanwhile. */
export async function endCheck(tx: Tx, due: Due, fault: DeliveryFault | undefined): Promise<boolean> {
  const rows = await tx.rows`
    update webhook_endpoints
    set checking_since = null, is_enabled = ${fault === undefined},
      verified_at = case when ${fault === undefined} then ${tx.now}::timestamptz else verified_at end,
      verified_url = case when ${fault === undefined} then url else verified_url end,
      why = ${fault === undefined ? null : "check_failed"}, check_fault = ${fault ?? null}
    where id = ${due.endpoint_id} and url = ${due.url} and checking_since is not null
    returning id`;
  return rows.length > 0;
}

/** One that accepts and takes its time shares the places of those that fail. */
export async function noteSuccess(tx: Tx, endpointId: bigint, isSlow: boolean): Promise<void> {
  await tx.rows`
    update webhook_endpoints
    set failures = 0, failing_since = null, is_warned = false, last_success_at = ${tx.now}, is_slow = ${isSlow}
    where id = ${endpointId}`;
}

export type Failing = { user_id: bigint; url: string; is_off: boolean; is_warned_now: boolean };

/**
 * Counts a failure, those of one half minute once. Off after the most failures or days, and at once where the other side says that it
 * is gone; warned at half, once. Undefined where the endpoint has another address, or is off, by now.
 */
export async function noteFailure(
  tx: Tx,
  { endpointId, url, isGone }: { endpointId: bigint; url: string; isGone: boolean },
): Promise<Failing | undefined> {
  const [row] = await tx.rows<Failing>`
    with counted as (
      select id, is_warned,
        failures + case when last_failure_at > ${tx.now}::timestamptz - interval '30 seconds' and failures > 0 then 0 else 1 end as failures,
        coalesce(failing_since, ${tx.now}) as since
      from webhook_endpoints
      where id = ${endpointId} and url = ${url} and is_enabled
      for no key update
    ), judged as (
      select *,
        ${isGone}::boolean or failures >= ${MOST_FAILURES}
          -- Never without a warning before.
          or is_warned and since <= ${tx.now}::timestamptz - make_interval(days => ${MOST_FAILING_DAYS}) as is_off,
        not is_warned and (failures * 2 >= ${MOST_FAILURES}
          or since <= ${tx.now}::timestamptz - make_interval(hours => ${MOST_FAILING_DAYS * 12})) as is_half
      from counted
    )
    update webhook_endpoints one
    set failures = judged.failures, failing_since = judged.since, last_failure_at = ${tx.now},
      is_enabled = not judged.is_off,
      why = case when judged.is_off then ${isGone ? "gone" : "failures"} end,
      is_warned = one.is_warned or judged.is_half
    from judged
    where one.id = judged.id
    returning one.user_id, one.url, judged.is_off, judged.is_half and not judged.is_off as is_warned_now`;
  return row;
}

export const deliveriesAreDue: Fragment = sql`exists (
  select from webhook_deliveries
  where ended_at is null and planned_at <= (select market_now()))`;
