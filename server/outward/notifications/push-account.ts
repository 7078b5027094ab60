/** What changed about an account reaches every page that its owner has open: the banner goes without a reload. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { type LivePost, messageTo } from "../../platform/live.ts";
import { findUsersById } from "../../people/accounts/index.ts";

export async function pushAccount(
  tx: Tx,
  events: readonly StoredEvent<"account.email_confirmed">[],
): Promise<LivePost[]> {
  const users = await findUsersById(
    tx,
    events.map(({ subject }) => BigInt(subject)),
  );
  return [...users.values()].map((user) =>
    messageTo(`user:${user.external_id}`, {
      type: "session.changed",
      isEmailConfirmed: user.email_confirmed_at !== null,
    }),
  );
}
