/** The SQL of looking up users: what is read of them, and the looks of a day. */
import type { UserSummary } from "#contract/people/accounts.ts";
import type { Role } from "#contract/staff/names.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { readSettings } from "../../../reference/settings/index.ts";

export type PersonRow = {
  username: string;
  level: number;
  country_iso: string | null;
  created_at: Date;
  is_email_confirmed: boolean;
  is_demo: boolean;
  sign_in_country: string | null;
  roles: Role[];
  badge: UserSummary["badge"];
  trades_total: number;
  are_trades_closed: boolean;
};

export async function personRow(tx: ReadTx, userId: bigint): Promise<PersonRow> {
  const rows = await tx.rows<PersonRow>`
    select users.username, users.level::float8 as level, users.country_iso, users.created_at,
      users.email_confirmed_at is not null as is_email_confirmed, users.is_demo, users.sign_in_country,
      array(select role from user_roles where user_roles.user_id = users.id order by role) as roles,
      coalesce(known.badge, 'no_badge') as badge, coalesce(known.trades_total, 0) as trades_total,
      users.trades_closed_at is not null as are_trades_closed
    from users
    left join user_reputation known on known.user_id = users.id
    where users.id = ${userId}`;
  return onlyRow(rows);
}

/** Flags that are switched for a user by name. */
export function ownFlagRows(tx: ReadTx, userId: bigint): Promise<{ name: string; is_on: boolean }[]> {
  return tx.rows<{ name: string; is_on: boolean }>`
    select theirs.name, theirs.is_on
    from feature_flag_users theirs
    where theirs.user_id = ${userId}`;
}

/** As `look_up_outcome` counts, which decides. */
export async function isLookBudgetSpent(tx: ReadTx, staffId: bigint): Promise<boolean> {
  const [{ "staff.look_ups_a_day": most }, rows] = await Promise.all([
    readSettings(tx, ["staff.look_ups_a_day"]),
    tx.rows<{ looks: number }>`
      select count(*)::int as looks
      from staff_acts looked
      where looked.staff_id = ${staffId} and looked.act in ('person.look', 'person.look_missed')
        and looked.at > ${tx.now}::timestamptz - interval '1 day'`,
  ]);
  return onlyRow(rows).looks >= most;
}

/** `noted`, `not_judge`, or `budget` where it was the last of the day. */
export async function noteLookUp(
  tx: Tx,
  { staffId, userId, reason }: { staffId: bigint; userId: bigint; reason: string },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from note_look_up(${staffId}, ${userId}, ${reason}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** The same for a user who does not exist. */
export async function noteMissedLook(
  tx: Tx,
  { staffId, lookedFor, reason }: { staffId: bigint; lookedFor: string; reason: string },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from note_missed_look(${staffId}, ${lookedFor}, ${reason}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
