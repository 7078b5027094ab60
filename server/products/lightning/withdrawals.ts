/** Withdrawals by a code: an amount is proved and set aside, and the wallet that scans the code brings the invoice. */
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { LightningWithdrawal, LightningWithdrawalQuote } from "#contract/products/lightning/withdrawals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { unitsOf } from "./invoices.ts";
import { REFUSES } from "./payment-refusals.ts";
import { assertOwnNetwork, readInvoice } from "./payments.ts";
import { sumsOf, viewWithdrawal } from "./view.ts";
import * as rows from "./withdrawal-rows.ts";

const OF_WITHDRAWALS: Readonly<Record<string, RefusalCode>> = {
  ...REFUSES,
  waiting: "lightning.withdrawal_open",
  ended: "lightning.withdrawal_over",
};

/** Refuses lightning.too_small, money.malformed, money.too_many_digits, rates.stale. */
export async function priceWithdrawal(tx: Tx, userId: bigint, amount: string): Promise<LightningWithdrawalQuote> {
  const hash = ids.hash();
  const outcome = await rows.quoteWithdrawal(tx, { hash, userId, units: unitsOf(amount) });
  if (outcome !== "quoted") throw outcomeRefusal(outcome, OF_WITHDRAWALS);
  const row = await rows.withdrawalQuote(tx, hash);
  return {
    id: hash,
    ...sumsOf(row),
    usd: displayFromUnits(row.cost_units, 2),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Refuses wallet.quote_unknown, wallet.quote_taken, wallet.quote_expired, auth.password_proof, auth.restricted, wallet.on_hold,
 * wallet.security_hold, ledger.insufficient_balance, ledger.halted, lightning.withdrawal_open and those of a payment.
 */
export async function beginWithdrawal(tx: Tx, userId: bigint, quoteHash: string): Promise<LightningWithdrawal> {
  const k1 = Buffer.from(ids.secret(), "base64url").toString("hex");
  const outcome = await rows.openWithdrawal(tx, { quoteHash, userId, k1 });
  if (outcome === "unproved") throw proofRefusal({ kind: "order", id: quoteHash });
  if (outcome !== "opened") throw outcomeRefusal(outcome, OF_WITHDRAWALS);
  const row = await rows.findWithdrawal(tx, { k1 });
  if (!row) throw new Error(`the withdrawal ${quoteHash} is gone`);
  emitWalletEvent(tx, {
    ...{ userId, units: row.units, currency: "BTC", reason: "lightning_paying", subject: quoteHash, txid: null },
  });
  return viewWithdrawal(row);
}

/** Refuses lightning.unknown, lightning.withdrawal_over where it was collected or had ended. */
export async function endWithdrawal(tx: Tx, userId: bigint, hash: string): Promise<{ id: string }> {
  const { outcome, units } = await rows.cancelWithdrawal(tx, { hash, userId });
  if (outcome === "unknown") throw new Refusal("lightning.unknown");
  if (outcome !== "cancelled") throw outcomeRefusal(outcome, OF_WITHDRAWALS);
  returned(tx, { userId, units, subject: hash });
  return { id: hash };
}

const AT_ONCE = 100;

/** A job: what nobody collected comes back. */
export async function expireOverdue({ db }: Pick<AppPorts, "db">): Promise<void> {
  if (!(await db.read(rows.hasOverdue))) return;
  await db.tx(async (tx) => {
    for (const { user_id: userId, units, subject } of await rows.expireWithdrawals(tx, AT_ONCE))
      returned(tx, { userId, units, subject });
  });
}

/**
 * The invoice of a wallet that has the code. A second call with the same one changes nothing. Refuses lightning.unknown,
 * lightning.withdrawal_over, lightning.other_amount, lightning.invoice_form, lightning.other_network, lightning.invoice_over and those of a payment.
 */
export async function collect(tx: Tx, { k1, invoice }: { k1: string; invoice: string }): Promise<void> {
  const read = readInvoice(invoice);
  await assertOwnNetwork(tx, read);
  const collected = await rows.collectWithdrawal(tx, { ...read, k1 });
  const { outcome, user_id: userId, payee_id: payeeId, units } = collected;
  if (outcome === "known" || outcome === "reserved") return;
  if (outcome === "unknown") throw new Refusal("lightning.unknown");
  if (outcome !== "inside" || payeeId === null) throw outcomeRefusal(outcome, OF_WITHDRAWALS);
  const moved = { units, currency: "BTC", subject: read.paymentHash, txid: null } as const;
  emitWalletEvent(tx, { ...moved, userId, reason: "lightning_sent" });
  emitWalletEvent(tx, { ...moved, userId: payeeId, reason: "lightning_received" });
}

function returned(tx: Tx, { userId, units, subject }: { userId: bigint; units: bigint; subject: string }): void {
  emitWalletEvent(tx, { userId, units, currency: "BTC", reason: "lightning_returned", subject, txid: null });
}
