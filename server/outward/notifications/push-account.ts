/** What changed about an account reaches every page that its owner has open: a banner goes without a reload. */
import type { LEVEL_CHANGES } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { type LivePost, messageTo } from "../../platform/live.ts";
import { findUsersById, standingsOf } from "../../people/accounts/index.ts";

export async function pushAccount(
  tx: Tx,
  events: readonly StoredEvent<"account.restricted" | "account.restriction_lifted" | (typeof LEVEL_CHANGES)[number]>[],
): Promise<LivePost[]> {
  const ids = [...new Set(events.map(({ subject }) => BigInt(subject)))];
  const [users, standings] = await Promise.all([findUsersById(tx, ids), standingsOf(tx, ids)]);
  return [...users.values()].map((user) =>
    messageTo(`user:${user.external_id}`, {
      type: "session.changed",
      isEmailConfirmed: user.email_confirmed_at !== null,
      restrictions: standings.get(user.id)?.restrictions ?? [],
    }),
  );
}
