/** Staff decide about an offer, and its owner writes against that. The database writes the change, the act and the event. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { reconsiderOffers } from "../offers/index.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import * as rows from "./rows.ts";

/** The outcomes of acts on an offer. */
export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "offer.not_found",
  own: "staff.own_account",
  not_allowed: "restriction.not_allowed",
  second_person: "offer.other_person",
  unchanged: "staff.unchanged",
};

type Decision = { readonly hash: string; readonly staffId: bigint; readonly why: string };

/**
 * Refuses offer.not_found, staff.own_account, restriction.not_allowed, offer.decided where the appeal was rejected,
 * offer.other_person to who rejected it, and staff.unchanged where nothing waits.
 */
export async function approveOffer(tx: Tx, decision: Decision): Promise<void> {
  refuseUnlessDone(await rows.approveOffer(tx, decision), "offer.decided");
  // What else may keep it off the market is looked at now.
  await reconsiderOffers(tx, await rows.ownersOf(tx, decision.hash));
}

/** Refuses what approveOffer does. */
export async function rejectOffer(tx: Tx, decision: Decision): Promise<void> {
  refuseUnlessDone(await rows.rejectOffer(tx, decision), "offer.decided");
}

/** Refuses offer.not_found, offer.not_rejected, offer.appealed. */
export async function appealOffer(tx: Tx, appeal: rows.OfferAppeal): Promise<void> {
  refuseUnlessDone(await rows.appealOffer(tx, appeal), "offer.not_rejected");
}

function refuseUnlessDone(outcome: string, over: RefusalCode): void {
  if (outcome === "done") return;
  throw wordRefusal(outcome, { ...REFUSES, over, appealed: "offer.appealed" });
}
