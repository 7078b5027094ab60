/** A user asks to become an ambassador, and takes that back. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AmbassadorView } from "#contract/reach/ambassadors.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import * as rows from "./rows.ts";
import { viewAmbassador } from "./view-ambassador.ts";

/** Refuses auth.email_unconfirmed, ambassador.open, ambassador.already, ambassador.early. */
export async function applyAsAmbassador(
  tx: Tx,
  { userId, text }: { userId: bigint; text: string },
): Promise<AmbassadorView> {
  const outcome = await rows.apply(tx, { userId, text, at: await tx.readClock() });
  if (outcome === "level") throw new Refusal("auth.email_unconfirmed");
  if (outcome === "open" || outcome === "already" || outcome === "early") throw new Refusal(`ambassador.${outcome}`);
  return viewAmbassador(tx, userId);
}

/** Refuses ambassador.none_open. */
export async function withdrawApplication(tx: Tx, userId: bigint): Promise<AmbassadorView> {
  if (!(await rows.withdraw(tx, userId, await tx.readClock()))) throw new Refusal("ambassador.none_open");
  return viewAmbassador(tx, userId);
}
