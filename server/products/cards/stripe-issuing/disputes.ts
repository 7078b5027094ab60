/**
 * Opens disputes of users at Stripe, and books how they end. Stripe submits one where its evidence is what the reason needs: some reasons need
 * dates and papers, which support adds in Stripe's dashboard. No transaction waits for Stripe.
 */
import type { DisputeReason } from "#contract/products/cards/names.ts";
import { isRefusedByStripe, type StripeIssuing } from "../../../platform/outside/providers/stripe-issuing.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { DeskPorts } from "../issuer-port.ts";
import { heardOf, type HeardDispute, type StripeAnswer } from "./events.ts";
import {
  beginDisputes,
  bookEntries,
  bookedOf,
  type DisputeRow,
  type DisputeSending,
  disputeOf,
  disputesSince,
  endDispute,
} from "./rows.ts";
import { STRIPE_ISSUING } from "./stripe-issuer.ts";

const AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** Reasons as Stripe names them. */
const REASONS: Readonly<Record<DisputeReason, string>> = {
  fraud: "fraudulent",
  not_received: "not_received",
  not_as_described: "merchandise_not_as_described",
  duplicate: "duplicate",
  canceled: "canceled",
  wrong_sum: "other",
};

export async function sendDisputes({ db, log }: DeskPorts, stripe: StripeIssuing): Promise<void> {
  for (const row of await db.tx((tx) => beginDisputes(tx, STRIPE_ISSUING, AT_ONCE))) {
    const sent = await (row.issuer_ref === null ? make(stripe, row) : submit(stripe, row.issuer_ref)).catch(
      (error: unknown): DisputeSending => ({ outcome: "unknown", fault: faultIn(error) }),
    );
    await db.tx((tx) => endDispute(tx, row.hash, sent));
    if ("fault" in sent)
      log.warn({ dispute: row.hash, fault: sent.fault, outcome: sent.outcome }, "a dispute was not sent well");
  }
}

/** What a lost answer or support has made is found by its transaction: there is at most one of each. */
async function make(stripe: StripeIssuing, row: DisputeRow): Promise<DisputeSending> {
  const { hash, entry_id: transaction, reason, evidence, usd_units: cents } = row;
  const known = await stripe.findDispute(transaction);
  if (known) return { outcome: "made", issuer_ref: known.id };
  const wish = { transaction, cents, reason: REASONS[reason], explanation: evidence ?? "", reference: hash };
  try {
    return { outcome: "made", issuer_ref: (await stripe.makeDispute(wish)).id };
  } catch (error) {
    if (isRefusedByStripe(error)) return { outcome: "refused", fault: faultIn(error) };
    throw error;
  }
}

async function submit(stripe: StripeIssuing, id: string): Promise<DisputeSending> {
  const { status } = await stripe.getDispute(id);
  if (status !== "unsubmitted") return { outcome: "sent" };
  try {
    await stripe.submitDispute(id);
    return { outcome: "sent" };
  } catch (error) {
    if (isRefusedByStripe(error)) return { outcome: "incomplete", fault: faultIn(error) };
    throw error;
  }
}

const faultIn = (error: unknown): string => (error instanceof Error ? error.message : "unknown");

const entryOf = ({ hash: dispute, card }: { hash: string; card: string }) => ({
  of: ({ id, kind, cents }: StripeAnswer) => ({
    ...{ id, kind, card, dispute, usd_units: String(cents) },
    ...{ authorization: null, merchant: null, is_final: true },
  }),
});

/** As entries of ours. Of a dispute that is none of ours they say so by the id of Stripe's in the place of the card. */
export async function answersIn(tx: Tx, heard: HeardDispute): Promise<object[]> {
  const ours = await disputeOf(tx, heard);
  if (ours && heard.isSubmitted && heard.answers.length === 0) await endDispute(tx, ours.hash, { outcome: "sent" });
  return heard.answers.map(entryOf(ours ?? { hash: heard.ref, card: heard.ref }).of);
}

/** Asked of Stripe one by one: what a webhook did not bring is booked, and what was booked of them is given for the statement of a day. */
export async function disputesStated(
  { db }: DeskPorts,
  stripe: StripeIssuing,
  day: string,
): Promise<{ id: string; kind: string; cents: bigint }[]> {
  const since = new Date(Date.parse(day) - 2 * DAY_MS);
  const stated: StripeAnswer[] = [];
  for (const one of await db.read((tx) => disputesSince(tx, STRIPE_ISSUING, since))) {
    const { answers } = heardOf(await stripe.getDispute(one.issuer_ref));
    if (answers.length === 0) continue;
    await db.tx((tx) => bookEntries(tx, `list:${day}`, answers.map(entryOf(one).of)));
    stated.push(...answers);
  }
  const ids = stated.map(({ id }) => id);
  const booked = await db.read((tx) => bookedOf(tx, ids));
  // A credit that came after the decision was never booked by itself.
  return stated.filter(({ id, kind }) => kind !== "dispute_credit" || booked.has(id));
}
