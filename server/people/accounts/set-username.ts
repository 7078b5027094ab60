/** A user chooses another username, as often as staff allow; once, where they changed nothing. */
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { isUsernameTaken, lockLook, lockUsername, updateUsername } from "./rows.ts";
import { checkUsername, type NameLengths } from "./username.ts";

export async function nameLengths(tx: ReadTx): Promise<NameLengths> {
  const settings = await readSettings(tx, ["accounts.username_least", "accounts.username_most"]);
  return { least: settings["accounts.username_least"], most: settings["accounts.username_most"] };
}

/** How often a user may still change their username. */
export async function renamesLeft(
  tx: ReadTx,
  { username_changes: done }: { username_changes: number },
): Promise<number> {
  const most = (await readSettings(tx, ["accounts.username_changes"]))["accounts.username_changes"];
  return Math.max(0, most - done);
}

/** Refuses auth.username_reserved, auth.username_taken, auth.username_final. Locks the user's row and the look. */
export async function setUsername(tx: Tx, { userId, username }: { userId: bigint; username: string }): Promise<void> {
  const user = await lockUsername(tx, userId);
  if (user?.username === username) return;
  if (user && (await renamesLeft(tx, user)) === 0) throw fieldRefusal("auth.username_final", "username");
  checkUsername(username, await nameLengths(tx));
  await lockLook(tx, username);
  if (await isUsernameTaken(tx, username, userId)) throw fieldRefusal("auth.username_taken", "username");

  await updateUsername(tx, userId, username);
}
