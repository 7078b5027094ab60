/** A user asks to close their account: it closes after some days in which they can take it back. */
import type { ClosingReason } from "#contract/compliance/closing.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { switchAllOffers } from "../../market/offers/index.ts";
import { proofRefusal, refuseSharedAccount } from "../../people/auth/index.ts";
import { askForClosing, obstaclesOf, takeBack } from "./rows.ts";

type Asking = {
  readonly viewer: Pick<Viewer, "userId" | "sessionId" | "level">;
  readonly caller: CalledFrom;
  readonly reason: ClosingReason;
};

/**
 * Pauses their offers and ends their other sessions. Refuses auth.shared_account, account.closing_exists,
 * account.closing_obstacles with the list of obstacles, and auth.password_proof without a proof of just this. Locks the owner.
 */
export async function askToClose(tx: Tx, { viewer, caller, reason }: Asking): Promise<void> {
  const { userId, sessionId } = viewer;
  await refuseSharedAccount(tx, userId);
  await noteCaller(tx, caller);
  await switchAllOffers(tx, { owner: viewer, isOn: false });
  const outcome = await askForClosing(tx, { userId, sessionId, reason });
  if (outcome === "exists") throw new Refusal("account.closing_exists");
  if (outcome === "obstacles")
    throw new Refusal("account.closing_obstacles", { obstacles: await obstaclesOf(tx, userId) });
  if (outcome === "unproved") throw proofRefusal({ kind: "close_account", id: "account" });
}

/** Refuses account.closing_none. Offers stay paused. */
export async function takeBackClosing(tx: Tx, { viewer, caller }: Omit<Asking, "reason">): Promise<void> {
  await noteCaller(tx, caller);
  if (!(await takeBack(tx, viewer.userId))) throw new Refusal("account.closing_none");
}
