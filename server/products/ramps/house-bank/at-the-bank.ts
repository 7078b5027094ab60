/** What people do in the demo at its bank and on its handset: pay, approve, decline, send back. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { HouseBankOrder } from "#contract/products/ramps/ramps.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { unitsIn } from "../../providers/index.ts";
import { findOrderOf } from "../rows.ts";
import { answerPrompt, ordersOfUser, payBank, sendBack } from "./rows.ts";

/** By how much a late transfer misses the window. */
const LATE_MS = 60_000;

type Transfer = {
  readonly words: string;
  readonly currency_code: string;
  readonly amount: string;
  readonly payer_name: string;
  readonly is_late?: boolean | undefined;
};

export async function listOfBank(tx: ReadTx, userId: bigint): Promise<HouseBankOrder[]> {
  return (await ordersOfUser(tx, userId)).map((row) => ({
    id: row.hash,
    direction: row.direction,
    rail: row.rail,
    currencyCode: row.currency,
    amount: displayFromUnits(row.units, fiatDigitsOf(row.currency)),
    words: row.words,
    account: row.account,
    payee: row.payee,
    state: row.state,
    createdAt: row.created_at.toISOString(),
  }));
}

/** A late one has the time after the end of the window of the order that it names. Refuses ramp.unknown of a currency that the bank has not. */
export async function payAtBank(tx: Tx, { userId, asked }: { userId: bigint; asked: Transfer }) {
  const units = unitsIn(asked.currency_code, asked.amount, "amount");
  const words = asked.words.trim().toUpperCase();
  const until = asked.is_late ? (await findOrderOf(tx, { userId, words }))?.window_until : undefined;
  const cameAt = until ? new Date(until.getTime() + LATE_MS) : tx.now;
  const outcome = await payBank(tx, { words, currency: asked.currency_code, units, payer: asked.payer_name, cameAt });
  if (outcome !== "paid" && outcome !== "stray") throw new Refusal("ramp.unknown");
  return { outcome } as const;
}

type Answering = {
  readonly userId: bigint;
  readonly hash: string;
  readonly asked: { readonly is_approved: boolean; readonly payer_name: string };
};

/** Refuses order.unknown, and ramp.over where the prompt has ended. */
export async function answerAtHandset(tx: Tx, { userId, hash, asked }: Answering) {
  const found = await ownOrder(tx, userId, hash);
  const outcome = await answerPrompt(tx, {
    reference: found.external_ref,
    payer: asked.payer_name,
    isApproved: asked.is_approved,
  });
  if (outcome !== "paid" && outcome !== "declined") throw new Refusal("ramp.over");
  return { outcome } as const;
}

/** Refuses order.unknown, and ramp.over where no payout was made. */
export async function sendBackPayout(tx: Tx, { userId, hash }: { userId: bigint; hash: string }) {
  const found = await ownOrder(tx, userId, hash);
  if (!(await sendBack(tx, found.external_ref))) throw new Refusal("ramp.over");
  return { outcome: "came_back" } as const;
}

async function ownOrder(tx: ReadTx, userId: bigint, hash: string) {
  const found = await findOrderOf(tx, { userId, hash });
  if (!found) throw new Refusal("order.unknown");
  return found;
}
