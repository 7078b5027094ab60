/** The house issuer of the demo, and its card terminal: a till that asks, and what a merchant's bank sends afterwards. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { amountFault, unitsFromDisplay } from "#contract/money/money.ts";
import type { DisputeAnswer, EntryKind, MerchantGroup } from "#contract/products/cards/names.ts";
import type { TerminalPayment } from "#contract/products/cards/terminal.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import { centsFrom } from "../cards.ts";
import { captureWithRoom, disputeForIssuer } from "../dispute-rows.ts";
import type { IssuerEntry } from "../messages.ts";
import { cvvOf, numberFrom, numberMark, signMessage } from "./number.ts";
import { cardByMark, decide, keepMessage, paymentById } from "../rows.ts";
import { askedPayment } from "../approvals/rows.ts";
import { dollars } from "../dollars.ts";

type Asked = {
  readonly number: string;
  readonly expires_month: string;
  readonly expires_year: string;
  readonly cvv: string;
  readonly merchant: string;
  readonly merchant_group: MerchantGroup;
  readonly country: string;
  readonly currency_code: string;
  readonly amount: string;
  readonly online?: boolean | undefined;
};

const newId = (kind: string) => `${kind}_${ids.hash()}`;

/** One answer for every wrong detail of a card, so that no caller learns which of them is wrong. */
export async function payAtTerminal(tx: Tx, asked: Asked): Promise<TerminalPayment> {
  const digits = fiatDigitsOf(asked.currency_code);
  const fault = amountFault(asked.amount, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits });
  const units = unitsFromDisplay(asked.amount, digits);
  if (units <= 0n || units > 10n ** 12n) throw fieldRefusal("money.malformed", "amount");
  const number = numberFrom(asked.number);
  const card = number === undefined ? undefined : await cardByMark(tx, numberMark(number));
  if (number === undefined || !card || !isOf(card.expires_on, number, asked))
    throw new Refusal("virtual_card.terminal_details");
  const id = newId("auth");
  const { outcome, usd_units } = await decide(tx, {
    id,
    card: card.hash,
    merchant: asked.merchant,
    merchant_group: asked.merchant_group,
    country: asked.country,
    currency: asked.currency_code,
    amount_units: String(units),
    // A shop on the web waits for the card's user.
    ...(asked.online ? { is_online: true, is_waited: true } : {}),
  });
  const waits = outcome === "approval" ? await askedPayment(tx, id) : undefined;
  const waitsUntil = waits?.waits_until?.toISOString() ?? null;
  return { id, outcome: outcome as TerminalPayment["outcome"], usd: dollars(usd_units), waitsUntil };
}

const isOf = (expiresOn: string, number: string, { cvv, expires_month, expires_year }: Asked): boolean =>
  expiresOn.startsWith(`${expires_year}-${expires_month}`) && cvvOf(number, expiresOn) === cvv;

type Entry = {
  readonly payment_id: string;
  readonly kind: EntryKind;
  readonly usd: string;
  readonly is_final?: boolean | undefined;
};

/** The issuer's message of it, which a worker books. */
export async function bookAtTerminal(tx: Tx, { payment_id, kind, usd, is_final }: Entry): Promise<{ id: string }> {
  const cents = centsFrom(usd, "usd");
  const payment = await paymentById(tx, payment_id);
  if (!payment) throw new Refusal("virtual_card.unknown");
  const isOfQuestion = kind === "capture" || kind === "reversal";
  const entry: IssuerEntry = {
    id: newId("entry"),
    kind,
    card: payment.card,
    authorization: isOfQuestion ? payment_id : null,
    usd_units: String(cents),
    merchant: payment.merchant,
    is_final: is_final ?? false,
    refunds: kind === "refund" ? ((await captureWithRoom(tx, payment_id, cents)) ?? null) : null,
  };
  const body = JSON.stringify(entry);
  await keepMessage(tx, body, signMessage(body));
  return { id: entry.id };
}

type Answer = { readonly dispute_id: string; readonly answer: DisputeAnswer; readonly usd: string };

/** The issuer's answer to a dispute of this user, which a worker books. */
export async function answerAtTerminal(
  tx: Tx,
  userId: bigint,
  { dispute_id, answer, usd }: Answer,
): Promise<{ id: string }> {
  const cents = centsFrom(usd, "usd");
  const dispute = await disputeForIssuer(tx, { hash: dispute_id, userId });
  if (!dispute) throw new Refusal("virtual_card.unknown");
  if (cents > dispute.usd_units) throw new Refusal("virtual_card.dispute_sum");
  const entry: IssuerEntry = {
    ...{ id: newId("entry"), kind: answer, card: dispute.card, authorization: null, merchant: null, is_final: true },
    usd_units: String(cents),
    dispute: dispute_id,
  };
  const body = JSON.stringify(entry);
  await keepMessage(tx, body, signMessage(body));
  return { id: entry.id };
}
