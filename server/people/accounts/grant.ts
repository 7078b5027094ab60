/** What is given to accounts by hand: a level, a role. */
import type { Tx } from "../../platform/db.ts";

/** Level 4 has no limits. */
export async function grantLevel(tx: Tx, userIds: readonly bigint[], level: number): Promise<void> {
  await tx.rows`
    update users
    set granted_level = ${level}
    where id = any(${userIds}::bigint[])`;
}

export async function grantRole(
  tx: Tx,
  { userId, role }: { userId: bigint; role: "admin" | "supermoderator" | "moderator" },
): Promise<void> {
  await tx.rows`
    insert into user_roles (user_id, role, granted_at)
    values (${userId}, ${role}, ${tx.now})
    on conflict do nothing`;
}

/** Stands in place of a password hash where nobody can sign in. */
export const NO_PASSWORD = "none";
