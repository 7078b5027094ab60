/** The operator of the machine makes an administrator: of an account that is there, or with a new one. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { createUser, findUserById, findUsersByEmail, grantRole, type Person } from "../../../people/accounts/index.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";
import { grantByOperator } from "./role.ts";
import { tellOfRole } from "./rows.ts";

/** The name of the account that has confirmed this email; undefined when none has. */
export async function usernameOfEmail(tx: ReadTx, email: string): Promise<string | undefined> {
  const { confirmed } = await findUsersByEmail(tx, email);
  return confirmed === undefined ? undefined : (await findUserById(tx, confirmed))?.username;
}

/** False when they are an administrator already: then nothing is written. Refuses account.not_found. */
export function promoteToAdmin(tx: Tx, { username, reason }: { username: string; reason: string }): Promise<boolean> {
  return grantByOperator(tx, { username, role: "admin", reason });
}

/** A new account with a confirmed email. Refuses what createUser refuses. */
export async function createAdmin(
  tx: Tx,
  { person, reason }: { person: Person & { readonly username: string }; reason: string },
): Promise<void> {
  const userId = await createUser(tx, { ...person, emailConfirmed: true });
  await grantRole(tx, { userId, role: "admin" });
  await tellOfRole(tx, { kind: "grant_role", userId, role: "admin" });
  await recordStaffAct(tx, { staffId: null, act: "admin.create", subject: `${person.username}: admin`, reason });
}
