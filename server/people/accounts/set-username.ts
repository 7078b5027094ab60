/** A user chooses another username, once. */
import { fieldRefusal } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { isUsernameTaken, lockLook, lockUsername, updateUsername } from "./rows.ts";
import { checkUsername } from "./username.ts";

/** Refuses auth.username_reserved, auth.username_taken, auth.username_final. Locks the user's row and the look. */
export async function setUsername(tx: Tx, { userId, username }: { userId: bigint; username: string }): Promise<void> {
  const user = await lockUsername(tx, userId);
  if (user?.username === username) return;
  if (user?.username_changed_at) throw fieldRefusal("auth.username_final", "username");
  checkUsername(username);
  await lockLook(tx, username);
  if (await isUsernameTaken(tx, username, userId)) throw fieldRefusal("auth.username_taken", "username");

  await updateUsername(tx, userId, username);
}
