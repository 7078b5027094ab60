/** The SQL of browsers and phones that take notifications. */
import { createHash } from "node:crypto";
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import type { PushTarget } from "../../../platform/outside/providers/push-service.ts";

const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("hex");

export async function putDevice(
  tx: Tx,
  { userId, sessionId, endpoint, p256dh, auth }: PushTarget & { userId: bigint; sessionId: bigint },
): Promise<void> {
  await tx.rows`
    insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
    values (${userId}, ${sessionId}, ${hashOf(endpoint)}, ${endpoint}, ${p256dh}, ${auth}, ${tx.now})
    on conflict (endpoint_hash) do update
    set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
        made_at = excluded.made_at`;
}

/** All but the newest of a user. */
export async function dropOldDevices(tx: Tx, userId: bigint, kept: number): Promise<void> {
  await tx.rows`
    delete from push_devices
    where user_id = ${userId} and id not in (
      select id
      from push_devices
      where user_id = ${userId}
      order by made_at desc, id desc
      limit ${kept}
    )`;
}

export async function removeDevice(tx: Tx, { userId, endpoint }: { userId: bigint; endpoint: string }): Promise<void> {
  await tx.rows`
    delete from push_devices
    where endpoint_hash = ${hashOf(endpoint)} and user_id = ${userId}`;
}

/** Of a session: it was not ended, and has not ended by itself. */
export const goesOn = (tx: ReadTx) => sql`
  sessions.ended_at is null and sessions.expires_at > ${tx.now}::timestamptz
    and sessions.seen_at > ${tx.now}::timestamptz - make_interval(hours => sessions.idle_hours)`;

/** Those whose session goes on. */
export async function countDevices(tx: ReadTx, userId: bigint): Promise<number> {
  const [row] = await tx.rows<{ devices: number }>`
    select count(*)::int as devices
    from push_devices
    join sessions on sessions.id = push_devices.session_id and ${goesOn(tx)}
    where push_devices.user_id = ${userId}`;
  return row?.devices ?? 0;
}

export async function removeDevices(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.rows`
    delete from push_devices
    where id = any(${ids}::bigint[])`;
}

/** Whether they answered in time. */
export async function noteQuick(
  tx: Tx,
  devices: readonly { readonly id: bigint; readonly isQuick: boolean }[],
): Promise<void> {
  await tx.rows`
    update push_devices
    set is_quick = noted.is_quick
    from unnest(
      ${devices.map(({ id }) => id)}::bigint[], ${devices.map(({ isQuick }) => isQuick)}::boolean[]
    ) as noted (id, is_quick)
    where push_devices.id = noted.id and push_devices.is_quick <> noted.is_quick`;
}
