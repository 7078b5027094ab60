/** The SQL of roles, as the operator gives them; administrators change them by functions of the database. */
import type { Role } from "#contract/staff/names.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export async function rolesOf(tx: ReadTx, userId: bigint): Promise<Role[]> {
  const rows = await tx.rows<{ role: Role }>`
    select role
    from user_roles
    where user_id = ${userId}
    order by role`;
  return rows.map((row) => row.role);
}

type RoleOfUser = { readonly userId: bigint; readonly role: Role };

/** Ends the sessions that began before. False when they have it already. */
export async function grantRole(tx: Tx, { userId, role }: RoleOfUser): Promise<boolean> {
  const rows = await tx.rows`
    insert into user_roles (user_id, role, granted_at)
    values (${userId}, ${role}, ${tx.now})
    on conflict do nothing
    returning user_id`;
  return rows.length > 0;
}

/** False when they did not have it. */
export async function revokeRole(tx: Tx, { userId, role }: RoleOfUser): Promise<boolean> {
  const rows = await tx.rows`
    delete from user_roles
    where user_id = ${userId} and role = ${role}
    returning user_id`;
  return rows.length > 0;
}
