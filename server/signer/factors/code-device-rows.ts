/** The SQL of browsers and phones that take codes by push: each was chosen by name, and has shown its first code. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

/** Takes notifications of the account, in a session that goes on. */
export type ReceiverRow = {
  readonly device_id: bigint;
  readonly endpoint_hash: string;
  readonly user_agent: string;
  readonly session_id: bigint;
  readonly made_at: Date;
  readonly gets_codes: boolean;
};

/** All of them; what was changed among the subscriptions since it was chosen keeps its name, and gets its codes where they went. */
export function receiversOf(tx: ReadTx, userId: bigint): Promise<ReceiverRow[]> {
  return tx.rows<ReceiverRow>`
    select device.id as device_id, device.endpoint_hash, sessions.user_agent, device.session_id,
      device.made_at, chosen.confirmed_at is not null as gets_codes
    from push_devices device
    join sessions on sessions.id = device.session_id and sessions.ended_at is null
      and sessions.expires_at > ${tx.now}::timestamptz
      and sessions.seen_at > ${tx.now}::timestamptz - make_interval(hours => sessions.idle_hours)
    left join code_devices chosen on chosen.device_id = device.id and chosen.user_id = device.user_id
    where device.user_id = ${userId}
    order by device.id`;
}

type Choosing = {
  readonly userId: bigint;
  /** The hash of its address; without it the only one that there is. */
  readonly device: string | undefined;
  readonly sessionId: string | undefined;
};

/** One that takes no codes yet, and is not the browser that asks. */
export async function findChosen(
  tx: ReadTx,
  { userId, device, sessionId }: Choosing,
): Promise<bigint | "none" | "which"> {
  const rows = await tx.rows<{ id: bigint }>`
    select device.id
    from push_devices device
    join sessions on sessions.id = device.session_id and sessions.ended_at is null
      and sessions.expires_at > ${tx.now}::timestamptz
      and sessions.seen_at > ${tx.now}::timestamptz - make_interval(hours => sessions.idle_hours)
    where device.user_id = ${userId} and device.session_id is distinct from ${sessionId ?? null}::bigint
      and (${device ?? null}::text is null or device.endpoint_hash = ${device ?? null})
      and not exists (
        select from code_devices chosen
        where chosen.device_id = device.id and chosen.user_id = device.user_id and chosen.confirmed_at is not null)
    limit 2`;
  return rows.length > 1 ? "which" : (rows[0]?.id ?? "none");
}

type OfDevice = { readonly userId: bigint; readonly deviceId: bigint };

/** As its address and keys are now; another that waited for its first code waits no more. */
export async function beginDevice(
  tx: Tx,
  { userId, deviceId, sessionId }: OfDevice & { readonly sessionId: string | undefined },
): Promise<void> {
  await tx.rows`
    delete from code_devices
    where user_id = ${userId} and confirmed_at is null`;
  await tx.rows`
    insert into code_devices (user_id, device_id, endpoint, p256dh, auth, added_at, begun_by)
    select user_id, id, endpoint, p256dh, auth, ${tx.now}, ${sessionId ?? null}::bigint
    from push_devices
    where user_id = ${userId} and id = ${deviceId}
    on conflict (user_id, device_id) do nothing`;
}

/** That one waits for its first code, begun within so many minutes. */
export async function waitingDevice(
  tx: ReadTx,
  { userId, minutes }: { readonly userId: bigint; readonly minutes: number },
): Promise<{ readonly deviceId: bigint; readonly begunBy: string | null } | undefined> {
  const [row] = await tx.rows<{ device_id: bigint; begun_by: bigint | null }>`
    select device_id, begun_by
    from code_devices
    where user_id = ${userId} and confirmed_at is null
      and added_at > ${tx.now}::timestamptz - make_interval(mins => ${minutes})`;
  return row && { deviceId: row.device_id, begunBy: row.begun_by === null ? null : String(row.begun_by) };
}

/** Whether its first code has somewhere to go that is not who asks. */
export async function takesFirstCode(
  tx: ReadTx,
  { userId, deviceId, sessionId }: OfDevice & { readonly sessionId: string | undefined },
): Promise<boolean> {
  const rows = await tx.rows`
    select from device_for_first_code(${userId}, ${deviceId}, ${sessionId ?? null}::bigint)`;
  return rows.length > 0;
}

/** False where it has gone meanwhile, with its subscription. */
export async function confirmDevice(tx: Tx, { userId, deviceId }: OfDevice): Promise<boolean> {
  const rows = await tx.rows`
    update code_devices
    set confirmed_at = ${tx.now}
    where user_id = ${userId} and device_id = ${deviceId} and confirmed_at is null
    returning device_id`;
  return rows.length > 0;
}

/** Together with the channel: a user who turns it on again chooses anew. */
export async function dropDevices(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from code_devices
    where user_id = ${userId}`;
}
