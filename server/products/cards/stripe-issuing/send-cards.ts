/**
 * Makes cards at Stripe, and makes them pay, freeze and end there as their users want. No transaction waits for Stripe. A call whose answer was lost
 * has the same idempotency key again, and is looked up first: keys are forgotten after a day.
 */
import {
  isRefusedByStripe,
  STRIPE_REFUSAL,
  type StripeCard,
  StripeError,
  type StripeIssuing,
} from "../../../platform/outside/providers/stripe-issuing.ts";
import type { DeskPorts } from "../issuer-port.ts";
import { openAddress } from "./holder.ts";
import { beginSends, endSend, keepHolder, type SendRow, type Sending } from "./rows.ts";
import { STRIPE_ISSUING } from "./stripe-issuer.ts";

const AT_ONCE = 20;

type Names = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  /** Confirmed; without it Stripe cannot ask its holder about an online payment by 3-D Secure. */
  readonly phone: string | undefined;
  readonly reference: string;
};
type With = { readonly stripe: StripeIssuing; readonly nameOf: (userId: bigint) => Promise<Names | undefined> };

/** One card after the other: two of one user are then of one holder. */
export async function sendCards({ db, log }: DeskPorts, tools: With): Promise<void> {
  const holders = new Map<bigint, string>();
  for (const row of await db.tx((tx) => beginSends(tx, STRIPE_ISSUING, AT_ONCE))) {
    const sent = await tell(row).catch((error: unknown): Sending => faultOf(error, row));
    await db.tx((tx) => endSend(tx, row.hash, sent));
    if ("fault" in sent)
      log.warn({ card: row.hash, fault: sent.fault, outcome: sent.outcome }, "a card was not sent well");
  }

  async function tell(row: SendRow): Promise<Sending> {
    if (row.issuer_ref !== null) return set(tools.stripe, row.issuer_ref, row);
    // Ended before anybody was asked for it.
    if (row.status === "terminated" && row.tries === 1) return { outcome: "sent", version: row.version };
    const holder = row.holder_ref ?? holders.get(row.user_id) ?? (await holderOf(row));
    holders.set(row.user_id, holder);
    const wish = { holder, reference: row.hash };
    const known = row.tries > 1 ? await tools.stripe.findCard(wish) : undefined;
    return madeOf(known ?? (await tools.stripe.makeCard(wish)));
  }

  async function holderOf({
    user_id: userId,
    tries,
    address_sealed: sealed,
    given_at: givenAt,
  }: SendRow): Promise<string> {
    const names = await tools.nameOf(userId);
    if (!names || sealed.length === 0) throw new StripeError("nobody has this card any more", 400, STRIPE_REFUSAL);
    const known = tries > 1 ? await tools.stripe.findHolder(names.reference, givenAt) : undefined;
    const { line1, line2, city, region: state, postal_code, country } = openAddress(sealed, userId);
    const address = { line1, line2, city, state, postal_code, country };
    const edition = `${givenAt.getTime()}${names.phone === undefined ? "" : "-phone"}`;
    const { id: reference } = known ?? (await tools.stripe.makeHolder({ ...names, address, edition }));
    await db.tx((tx) => keepHolder(tx, { userId, issuer: STRIPE_ISSUING, reference }));
    return reference;
  }
}

/** A refusal is definite only before the first call that might have had its effect. */
function faultOf(error: unknown, { issuer_ref }: SendRow): Sending {
  const fault = error instanceof Error ? error.message : "unknown";
  return { outcome: isRefusedByStripe(error) && issuer_ref === null ? "refused" : "unknown", fault };
}

const madeOf = ({ id, last4, exp_year: year, exp_month: month }: StripeCard): Sending => ({
  ...{ outcome: "made", issuer_ref: id, last4 },
  // The last day of its month.
  expires_on: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
});

const STATUS = { active: "active", frozen: "inactive", terminated: "canceled" } as const;

/** What has ended there cannot be changed any more: then it is as it should be, or somebody has to look. */
async function set(stripe: StripeIssuing, id: string, row: SendRow): Promise<Sending> {
  const { version, payment_limit: payment, day_limit: day, month_limit: month } = row;
  const status = STATUS[row.status];
  const sent: Sending = { outcome: "sent", version };
  try {
    await stripe.setCard(id, { status, limits: { payment, day, month } });
    return sent;
  } catch (error) {
    if (status === "canceled" && error instanceof StripeError && error.status === 400) {
      const { status: found } = await stripe.getCard(id);
      if (found === "canceled") return sent;
    }
    throw error;
  }
}
