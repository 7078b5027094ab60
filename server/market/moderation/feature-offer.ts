/** Staff feature an offer for some days, or stop that. The database writes the change and the act. */
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { REFUSES } from "./decide-offer.ts";
import * as rows from "./rows.ts";

type Wish = { readonly hash: string; readonly staffId: bigint; readonly why: string };

/** Refusals about the named offer, by outcome. */
const OF_OFFER: Readonly<Record<string, RefusalCode>> = {
  ...REFUSES,
  over: "offer.decided",
  not_active: "offer.not_active",
};

/**
 * Refuses offer.promotion_days, offer.not_found, staff.own_account, restriction.not_allowed, offer.decided where its appeal was
 * rejected, staff.unchanged while it is featured, offer.not_active, and offer.featured_full. Emits offer.changed.
 */
export async function featureOffer(tx: Tx, wish: Wish & { readonly days: number }): Promise<void> {
  const most = (await readSettings(tx, ["offers.featured_days"]))["offers.featured_days"];
  if (wish.days > most) throw fieldRefusal("offer.promotion_days", "days", { most });
  refuseUnlessDone(await rows.featureOffer(tx, wish));
  await tellOfOffer(tx, wish.hash);
}

/** Refuses what featureOffer does about the offer, and staff.unchanged where it is not featured. Emits offer.changed. */
export async function unfeatureOffer(tx: Tx, wish: Wish): Promise<void> {
  refuseUnlessDone(await rows.unfeatureOffer(tx, wish));
  await tellOfOffer(tx, wish.hash);
}

function refuseUnlessDone(outcome: string): void {
  if (outcome === "done") return;
  if (outcome === "full") throw new Refusal("offer.featured_full");
  throw fieldRefusal(wordRefusal(outcome, OF_OFFER).code, "id");
}

async function tellOfOffer(tx: Tx, hash: string): Promise<void> {
  for (const ownerId of await rows.ownersOf(tx, hash))
    tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}
