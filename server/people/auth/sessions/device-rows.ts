/** The SQL of known devices. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export async function isKnownDevice(tx: ReadTx, { userId, deviceHash }: Device): Promise<boolean> {
  const rows = await tx.rows`
    select
    from known_devices
    where user_id = ${userId} and device_hash = ${deviceHash}`;
  return rows.length > 0;
}

/** One of the users who have signed in in it; the one with the highest id. */
export async function knownAmong(
  tx: ReadTx,
  { userIds, deviceHash }: { readonly userIds: readonly bigint[]; readonly deviceHash: Uint8Array },
): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ user_id: bigint }>`
    select user_id
    from known_devices
    where user_id = any(${userIds}::bigint[]) and device_hash = ${deviceHash}
    order by user_id desc
    limit 1`;
  return row?.user_id;
}

/** Whether the user has signed in in any. */
export async function hasDevice(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows`
    select
    from known_devices
    where user_id = ${userId}
    limit 1`;
  return rows.length > 0;
}

export type Device = { readonly userId: bigint; readonly deviceHash: Uint8Array };

/** The browser goes by another token from now on, for everybody who has signed in in it. */
export async function renameDevice(tx: Tx, { from, to }: { from: Uint8Array; to: Uint8Array }): Promise<void> {
  await tx.rows`
    update known_devices
    set device_hash = ${to}
    where device_hash = ${from}`;
}

export async function upsertDevice(tx: Tx, { userId, deviceHash }: Device): Promise<void> {
  await tx.rows`
    insert into known_devices (user_id, device_hash, seen_at)
    values (${userId}, ${deviceHash}, ${tx.now})
    on conflict (user_id, device_hash) do update
    set seen_at = excluded.seen_at`;
}

/**
 * Deletes devices without a sign-in for as long as logs are kept, except each user's last one: a user without a device counts
 * as signing in for the first time.
 */
export async function deleteOldDevices(tx: Tx, days: number): Promise<void> {
  await tx.rows`
    delete from known_devices
    where seen_at < ${tx.now}::timestamptz - make_interval(days => ${days})
      and exists (
        select
        from known_devices later
        where later.user_id = known_devices.user_id and later.seen_at > known_devices.seen_at)`;
}
