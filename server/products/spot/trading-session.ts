/** Trading sessions: a user proves once that orders may be placed in some markets for some hours, up to a value each day. */
import { displayFromUnits } from "#contract/money/money.ts";
import type { SpotSession } from "#contract/products/spot/spot.ts";
import { inOrder, sessionProof, type SessionTerms } from "#contract/products/spot/names.ts";
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
    markets: session.markets,
  };
}

/** Ends the one before. Refuses auth.password_proof, auth.restricted and wallet.on_hold. */
export async function openTradingSession(
  tx: Tx,
  { userId, ...asked }: { userId: bigint } & SessionTerms,
): Promise<SpotSession> {
  const outcome = await openSession(tx, { userId, hash: ids.hash(), ...termsOf(asked), at: await tx.readClock() });
  if (outcome === "unproved") throw proofRefusal({ kind: "spot_session", id: sessionProof(asked) });
  if (outcome !== "opened") throw wordRefusal(outcome, REFUSES);
  const session = await viewSession(tx, userId);
  return onlyRow(session ? [session] : []);
}

const termsOf = ({ hours, day_usd: dayUsd, markets }: SessionTerms) => ({ hours, dayUsd, markets: inOrder(markets) });

export async function endTradingSession(tx: Tx, userId: bigint): Promise<Record<string, never>> {
  await endSession(tx, userId, await tx.readClock());
  return {};
}
