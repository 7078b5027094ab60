/** What changed about an account reaches every page that its owner has open: the banner goes without a reload. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { pushLive } from "../../platform/live.ts";
import { findUserById } from "../../people/accounts/index.ts";

export async function pushAccount(tx: Tx, event: StoredEvent<"account.email_confirmed">): Promise<void> {
  const user = await findUserById(tx, BigInt(event.subject));
  if (!user) return;
  await pushLive(tx, `user:${user.external_id}`, {
    type: "session.changed",
    isEmailConfirmed: user.email_confirmed_at !== null,
  });
}
