/** What a user sees of Lightning. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { Lightning, LightningInvoice, LightningPayment } from "#contract/products/lightning/lightning.ts";
import type { LightningWithdrawal } from "#contract/products/lightning/withdrawals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { accountOf, balanceOf } from "../../money/ledger/index.ts";
import { addressOf } from "./here.ts";
import { lnurlOf } from "./lnurl.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { type InvoiceRow, invoicesOf, type PaymentRow, paymentsOf, seenNode, usernameOf } from "./rows.ts";
import { findWithdrawal, type WithdrawalRow } from "./withdrawal-rows.ts";

const MOST = 50;

export const shownBitcoin = (units: bigint) => displayFromUnits(units, CRYPTO.BTC.digits);

export async function viewLightning(tx: ReadTx, userId: bigint): Promise<Lightning> {
  const [node, invoices, payments, available, settings, username, withdrawal] = await Promise.all([
    seenNode(tx),
    invoicesOf(tx, userId, MOST),
    paymentsOf(tx, { userId, most: MOST }),
    balanceOf(tx, accountOf.available(userId, "BTC")),
    readSettings(tx, ["lightning.payment_usd", "lightning.month_usd"]),
    usernameOf(tx, userId),
    findWithdrawal(tx, { userId }),
  ]);
  const isHere = node?.is_here === true;
  const shown = (msat: bigint | undefined) => shownBitcoin(isHere ? (msat ?? 0n) / 1000n : 0n);
  return {
    isHere,
    canReceive: shown(node?.receivable_msat),
    canSend: shown(node?.payable_msat),
    available: shownBitcoin(available),
    address: addressOf(username),
    invoices: invoices.map(viewInvoice),
    payments: payments.map(viewPayment),
    withdrawal: withdrawal ? viewWithdrawal(withdrawal) : null,
    limits: {
      paymentUsd: String(settings["lightning.payment_usd"]),
      monthUsd: String(settings["lightning.month_usd"]),
    },
  };
}

/** For everybody; the address is the reader's own, or that of somebody. */
export async function viewTerms(tx: ReadTx, userId: bigint | undefined) {
  const settings = await readSettings(tx, TERMS);
  const pct = (points: number) => displayFromUnits(BigInt(points), 2);
  return {
    address: addressOf(userId === undefined ? "username" : await usernameOf(tx, userId)),
    isOwn: userId !== undefined,
    feePct: pct(settings["lightning.fee_bp"]),
    networkPct: pct(settings["lightning.network_bp"]),
    paymentUsd: String(settings["lightning.payment_usd"]),
    monthUsd: String(settings["lightning.month_usd"]),
  };
}

const TERMS = ["lightning.fee_bp", "lightning.network_bp", "lightning.payment_usd", "lightning.month_usd"] as const;

export function viewInvoice(row: InvoiceRow): LightningInvoice {
  return {
    id: row.hash,
    amount: row.msat === 0n ? null : shownBitcoin(row.msat / 1000n),
    memo: row.memo,
    status: row.status,
    invoice: row.bolt11,
    paymentHash: row.payment_hash,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paid: row.paid_msat === null ? null : shownBitcoin(row.paid_msat / 1000n),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

export function viewPayment(row: PaymentRow): LightningPayment {
  return {
    id: row.hash,
    amount: shownBitcoin(row.got_units),
    memo: row.memo,
    payee: row.payee,
    status: row.status,
    failure: row.failure,
    fee: shownBitcoin(row.fee_units),
    networkFee: shownBitcoin(row.status === "inside" ? 0n : (row.network_units ?? row.most_network_units)),
    invoice: row.bolt11,
    paymentHash: row.payment_hash,
    preimage: row.preimage,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

export function viewWithdrawal(row: WithdrawalRow): LightningWithdrawal {
  return {
    id: row.hash,
    ...sumsOf(row),
    code: lnurlOf(row.k1),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

type Sums = { readonly units: bigint; readonly fee_units: bigint; readonly got_units: bigint };

/** What is neither the amount nor our fee is for the way. */
export function sumsOf({ units, fee_units: fee, got_units: got }: Sums) {
  return {
    amount: shownBitcoin(got),
    fee: shownBitcoin(fee),
    mostNetworkFee: shownBitcoin(units - got - fee),
    total: shownBitcoin(units),
  };
}
