/** Send-outs wait after what a thief would do first: another factor, another device, a factor taken away as lost. */
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { HoldAsked, HoldReason } from "../../platform/outside/signer/signer.ts";
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings, type SettingName } from "../../reference/settings/index.ts";

const SETTING = {
  new_factor: "auth.new_factor_hold_hours",
  new_device: "auth.new_device_hold_hours",
  factor_lost: "auth.lost_factor_hold_hours",
  new_password: "auth.new_password_hold_hours",
} as const satisfies Record<HoldReason, SettingName>;

type Held = { readonly userId: bigint; readonly reason: HoldReason };

export async function holdSendOuts(tx: Tx, { userId, reason }: Held): Promise<void> {
  const hours = await holdHours(tx, reason);
  await tx.rows`
    insert into send_out_holds (user_id, reason, began_at, ends_at)
    values (${userId}, ${reason}, ${tx.now}, ${tx.now}::timestamptz + make_interval(hours => ${hours}))`;
}

export async function holdHours(tx: ReadTx, reason: HoldReason): Promise<number> {
  const name = SETTING[reason];
  return (await readSettings(tx, [name]))[name];
}

/** In its own transaction, for requests to hold; there are no requests to release a hold. */
export function startHold(db: Db, { userId, reason, from }: HoldAsked): Promise<void> {
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    await holdSendOuts(tx, { userId: BigInt(userId), reason });
  });
}

/** Those of these users who removed a factor with the password and have an active hold for it. */
export async function usersAfterLoss(tx: ReadTx, userIds: readonly bigint[]): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from send_out_holds
    where user_id = any(${userIds}::bigint[]) and reason = 'factor_lost' and ends_at > ${tx.now}::timestamptz`;
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Those of these users whose account is in a recovery by staff, with the end of the hold. */
export async function recoveryHoldEnds(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.rows<{ user_id: bigint; ends_at: Date }>`
    select user_id, max(ends_at) as ends_at
    from send_out_holds
    where user_id = any(${userIds}::bigint[]) and reason = 'recovery' and ends_at > ${tx.now}::timestamptz
    group by user_id`;
  return new Map(rows.map(({ user_id, ends_at }) => [user_id, ends_at]));
}

/** When the last hold of each user ends, for users with an active one. */
export async function holdEnds(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.rows<{ user_id: bigint; ends_at: Date }>`
    select user_id, max(ends_at) as ends_at
    from send_out_holds
    where user_id = any(${userIds}::bigint[]) and ends_at > ${tx.now}::timestamptz
    group by user_id`;
  return new Map(rows.map(({ user_id, ends_at }) => [user_id, ends_at]));
}
