/** What is given to accounts by hand: a level, a role, and for the robots of the demo market their presence. */
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

/** Robots were here at these instants; never back in time. Accounts that somebody can sign in to are left alone. */
export async function noteRobotsSeen(tx: Tx, seen: readonly { userId: bigint; at: Date }[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.rows`
    update users
    set last_seen_at = visit.at
    from unnest(${seen.map(({ userId }) => userId)}::bigint[], ${seen.map(({ at }) => at)}::timestamptz[]) as visit (user_id, at)
    where users.id = visit.user_id and users.password_hash = ${NO_PASSWORD} and users.last_seen_at < visit.at`;
}

/** Stands in place of a password hash where nobody can sign in. */
export const NO_PASSWORD = "none";
