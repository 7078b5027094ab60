/** Online payments that users approve: those that wait, their answers, and the end of their time. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { answerCardPayment, CardApproval } from "#contract/products/cards/cards.ts";
import type { TerminalPayment } from "#contract/products/cards/terminal.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import { proofRefusal } from "../../../people/auth/index.ts";
import { dollars } from "../dollars.ts";
import { answerRow, type ApprovalRow, askedPayment, lapse } from "./rows.ts";

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "virtual_card.unknown",
  over: "virtual_card.answered",
  late: "virtual_card.answer_late",
};

type Answer = { readonly hash: string; readonly userId: bigint; readonly isYes: boolean };

export async function answerPayment(tx: Tx, answer: Answer): Promise<ReplyOf<typeof answerCardPayment>> {
  const outcome = await answerRow(tx, answer);
  if (Object.hasOwn(REFUSES, outcome) || outcome === "unproved")
    throw outcomeRefusal(outcome, { ...REFUSES, unproved: proofRefusal({ kind: "pay_card", id: answer.hash }) });
  return { outcome: outcome as ReplyOf<typeof answerCardPayment>["outcome"] };
}

export function viewApproval(one: ApprovalRow, proveAboveUsd: number): CardApproval {
  const { hash: id, label: cardLabel, last4: cardLast4, merchant, country, currency: currencyCode } = one;
  return {
    ...{ id, cardLabel, cardLast4, merchant, country, currencyCode },
    amount: displayFromUnits(one.amount_units, fiatDigitsOf(currencyCode), { pad: true }),
    usd: dollars(one.usd_units),
    askedAt: one.asked_at.toISOString(),
    expiresAt: one.expires_at.toISOString(),
    needsProof: one.usd_units > 100n * BigInt(proveAboveUsd),
    isAgain: !one.is_waited,
  };
}

/** Refuses virtual_card.unknown. */
export async function viewAsked(tx: ReadTx, id: string): Promise<TerminalPayment> {
  const found = await askedPayment(tx, id);
  if (!found) throw new Refusal("virtual_card.unknown");
  const outcome = found.outcome as TerminalPayment["outcome"];
  return { id, outcome, usd: dollars(found.usd_units), waitsUntil: found.waits_until?.toISOString() ?? null };
}

const AT_ONCE = 100;

export async function endApprovals({ db }: Pick<AppPorts, "db">): Promise<void> {
  while ((await db.tx((tx) => lapse(tx, AT_ONCE))) === AT_ONCE);
}
