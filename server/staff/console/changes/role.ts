/** The operator of the machine grants or revokes a role; the user and the administrators are notified. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Role } from "../../../platform/http/policy.ts";
import { findUserIdByUsername, grantRole, revokeRole } from "../../../people/accounts/index.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";
import { tellOfRole } from "./rows.ts";

export type RoleChange = { readonly username: string; readonly role: Role; readonly reason: string };

/** False when they have it already: then nothing is written. Ends their sessions. Refuses account.not_found. */
export async function grantByOperator(tx: Tx, { username, role, reason }: RoleChange): Promise<boolean> {
  const userId = await getUserId(tx, username);
  if (!(await grantRole(tx, { userId, role }))) return false;
  await tellOfRole(tx, { kind: "grant_role", userId, role });
  await recordStaffAct(tx, { staffId: null, act: "role.grant", subject: `${username}: ${role}`, reason });
  return true;
}

/** False when they do not have it: then nothing is written. Refuses account.not_found. */
export async function revokeByOperator(tx: Tx, { username, role, reason }: RoleChange): Promise<boolean> {
  const userId = await getUserId(tx, username);
  if (!(await revokeRole(tx, { userId, role }))) return false;
  await tellOfRole(tx, { kind: "revoke_role", userId, role });
  await recordStaffAct(tx, { staffId: null, act: "role.revoke", subject: `${username}: ${role}`, reason });
  return true;
}

async function getUserId(tx: Tx, username: string): Promise<bigint> {
  const id = await findUserIdByUsername(tx, username);
  if (id === undefined) throw new Refusal("account.not_found");
  return id;
}
