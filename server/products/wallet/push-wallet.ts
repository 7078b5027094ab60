/** After every change the user's live channel carries their balances: the same view that GET returns. */
import type { WalletEvent } from "#contract/events.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { pushLive } from "../../platform/live.ts";
import { findUserById } from "../../people/accounts/index.ts";
import { viewBalances } from "./view-balances.ts";

export async function pushWallet(tx: Tx, event: StoredEvent<WalletEvent>): Promise<void> {
  const { userId } = event.payload;
  const user = await findUserById(tx, BigInt(userId));
  if (!user) return;
  const balances = await viewBalances(tx, { userId: user.id, fiat: user.currency_code });
  await pushLive(tx, `user:${user.external_id}`, {
    type: "wallet.changed",
    cause: event.type,
    subject: event.subject,
    change: event.payload,
    balances,
  });
}
