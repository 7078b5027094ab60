/** Send-outs wait after what a thief would do first: another factor, another device, a factor taken away as lost. */
import { noteCaller } from "../platform/caller-rows.ts";
import type { HoldAsked, HoldReason } from "../platform/outside/signer.ts";
import type { Db, ReadTx, Tx } from "../platform/db.ts";
import { readSettings } from "../reference/settings/index.ts";

const DAY_HOURS = 24;
/** Of another password a setting says it. */
export const HOLD_HOURS: Readonly<Record<Exclude<HoldReason, "new_password">, number>> = {
  new_factor: DAY_HOURS,
  new_device: DAY_HOURS,
  factor_lost: 3 * DAY_HOURS,
};

type Held = { readonly userId: bigint; readonly reason: HoldReason };

export async function holdSendOuts(tx: Tx, { userId, reason }: Held): Promise<void> {
  const hours = reason === "new_password" ? await newPasswordHours(tx) : HOLD_HOURS[reason];
  await tx.rows`
    insert into send_out_holds (user_id, reason, began_at, ends_at)
    values (${userId}, ${reason}, ${tx.now}, ${tx.now}::timestamptz + make_interval(hours => ${hours}))`;
}

async function newPasswordHours(tx: ReadTx): Promise<number> {
  const settings = await readSettings(tx, ["auth.new_password_hold_hours"]);
  return settings["auth.new_password_hold_hours"];
}

/** By its own transaction, for who is asked to hold: nobody is asked to let go. */
export function startHold(db: Db, { userId, reason, from }: HoldAsked): Promise<void> {
  return db.tx(async (tx) => {
    await noteCaller(tx, from);
    await holdSendOuts(tx, { userId: BigInt(userId), reason });
  });
}

/** Of these users those who have taken a factor away by the password, and whose hold for that stands. */
export async function usersAfterLoss(tx: ReadTx, userIds: readonly bigint[]): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from send_out_holds
    where user_id = any(${userIds}::bigint[]) and reason = 'factor_lost' and ends_at > ${tx.now}::timestamptz`;
  return new Set(rows.map(({ user_id }) => user_id));
}

/** When the last of them ends, of those who have one that stands. */
export async function holdEnds(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.rows<{ user_id: bigint; ends_at: Date }>`
    select user_id, max(ends_at) as ends_at
    from send_out_holds
    where user_id = any(${userIds}::bigint[]) and ends_at > ${tx.now}::timestamptz
    group by user_id`;
  return new Map(rows.map(({ user_id, ends_at }) => [user_id, ends_at]));
}
