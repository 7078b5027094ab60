/** Trading sessions: a user proves once that orders may be placed for some hours, up to a value each day. */
import { displayFromUnits } from "#contract/money/money.ts";
import type { SpotSession } from "#contract/products/spot.ts";
import { ids } from "../../platform/ids.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { REFUSES } from "./refusals.ts";
import { endSession, findSession, openSession } from "./session-rows.ts";

export async function viewSession(tx: ReadTx, userId: bigint): Promise<SpotSession | null> {
  const session = await findSession(tx, userId);
  if (!session) return null;
  return {
    expiresAt: session.expires_at.toISOString(),
    dayUsd: displayFromUnits(session.day_usd_cents, 2),
    usedUsd: displayFromUnits(session.used_usd_cents, 2),
  };
}

/** Ends the one before. Refuses auth.password_proof, auth.restricted and wallet.on_hold. */
export async function openTradingSession(
  tx: Tx,
  { userId, hours, dayUsd }: { userId: bigint; hours: number; dayUsd: number },
): Promise<SpotSession> {
  const outcome = await openSession(tx, { userId, hash: ids.hash(), hours, dayUsd, at: await tx.readClock() });
  if (outcome === "unproved") throw proofRefusal({ kind: "spot_session", id: `${hours}h-${dayUsd}usd` });
  if (outcome !== "opened") throw wordRefusal(outcome, REFUSES);
  const session = await viewSession(tx, userId);
  return onlyRow(session ? [session] : []);
}

export async function endTradingSession(tx: Tx, userId: bigint): Promise<Record<string, never>> {
  await endSession(tx, userId, await tx.readClock());
  return {};
}
