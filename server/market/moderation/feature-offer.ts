/** Staff feature an offer for some days, or stop that. The database writes the change and the act. */
import type { CashbackTerms } from "#contract/cashback.ts";
import { CASHBACK_BP_MAX, CASHBACK_CENTS_MAX } from "#contract/moderation-names.ts";
import { amountFault, unitsFromDisplay } from "#contract/money.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/refusals.ts";
import type { Tx } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { REFUSES } from "./decide-offer.ts";
import * as rows from "./rows.ts";

/** As it was typed: percent of the amount, and dollars. */
type TypedCashback = { readonly percent: string | undefined; readonly max: string | undefined };
type Wish = { readonly hash: string; readonly staffId: bigint; readonly why: string };

/** What is wrong with the offer that was named. */
const OF_OFFER: Readonly<Record<string, RefusalCode>> = {
  ...REFUSES,
  over: "offer.decided",
  not_active: "offer.not_active",
};

/**
 * Refuses offer.promotion_days, offer.not_found, staff.own_account, restriction.not_allowed, offer.decided where its appeal was
 * rejected, staff.unchanged while it is featured, offer.not_active, offer.featured_full, offer.cashback_amount where one of both is
 * missing or no such number, offer.cashback_not_yours, and offer.cashback_above_fee. Emits offer.changed.
 */
export async function featureOffer(
  tx: Tx,
  { cashback, ...wish }: Wish & { readonly days: number; readonly cashback: TypedCashback },
): Promise<void> {
  const terms = termsOf(cashback);
  const most = (await readSettings(tx, ["offers.featured_days"]))["offers.featured_days"];
  if (wish.days > most) throw fieldRefusal("offer.promotion_days", "days", { most });
  refuseUnlessDone(await rows.featureOffer(tx, { ...wish, terms }));
  await tellOfOffer(tx, wish.hash);
}

function termsOf({ percent, max }: TypedCashback): CashbackTerms | null {
  if (percent === undefined && max === undefined) return null;
  return {
    bp: hundredths(percent, "cashback_percent", CASHBACK_BP_MAX),
    maxCents: hundredths(max, "cashback_max", CASHBACK_CENTS_MAX),
  };
}

function hundredths(typed: string | undefined, field: string, most: number): number {
  const whole = typed === undefined || amountFault(typed, 2) ? 0n : unitsFromDisplay(typed, 2);
  if (whole < 1n || whole > BigInt(most)) throw fieldRefusal("offer.cashback_amount", field);
  return Number(whole);
}

/** Refuses what featureOffer does about the offer, and staff.unchanged where it is not featured. Emits offer.changed. */
export async function unfeatureOffer(tx: Tx, wish: Wish): Promise<void> {
  refuseUnlessDone(await rows.unfeatureOffer(tx, wish));
  await tellOfOffer(tx, wish.hash);
}

function refuseUnlessDone(outcome: string): void {
  if (outcome === "done") return;
  if (outcome === "full") throw new Refusal("offer.featured_full");
  if (outcome === "not_admin") throw new Refusal("offer.cashback_not_yours");
  if (outcome === "above_fee") throw fieldRefusal("offer.cashback_above_fee", "cashback_percent");
  const code = OF_OFFER[outcome];
  if (!code) throw new Error(`an act about a featured offer was answered with ${outcome}`);
  throw fieldRefusal(code, "id");
}

async function tellOfOffer(tx: Tx, hash: string): Promise<void> {
  for (const ownerId of await rows.ownersOf(tx, hash))
    tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}
