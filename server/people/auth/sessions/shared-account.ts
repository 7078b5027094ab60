/** The people of a demo market are shared by all visitors: no visitor may take them away. */
import { DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { findUserById, openPersonal, type UserRow } from "../../accounts/index.ts";

/** Refuses auth.shared_account. */
export async function refuseSharedAccount(tx: ReadTx, userId: bigint): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user) refuseShared(user);
}

/** The same for a user who was looked up already. */
export function refuseShared(user: UserRow): void {
  if (isShared(user)) throw new Refusal("auth.shared_account");
}

export async function isSharedAccount(tx: ReadTx, userId: bigint): Promise<boolean> {
  const user = await findUserById(tx, userId);
  return user !== undefined && isShared(user);
}

function isShared(user: UserRow): boolean {
  return user.is_demo && DEMO_PEOPLE.some(({ email }) => email === openPersonal(user).email);
}
