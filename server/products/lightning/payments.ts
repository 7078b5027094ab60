/** Payments of invoices of others: priced, proved, and left to the Lightning process. */
import { decode } from "light-bolt11-decoder";
import * as z from "zod";
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { LightningPayment, LightningQuote } from "#contract/products/lightning/lightning.ts";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { bitcoinChainOf, emitWalletEvent, findOpenRail } from "../../money/custody/index.ts";
import type { BitcoinChain } from "../../platform/outside/chains/chain-keys.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { unitsOf } from "./invoices.ts";
import { payeeOf } from "./payee.ts";
import { REFUSES } from "./payment-refusals.ts";
import { findQuote, ownerOfInvoice, pay, paymentsOf, quote } from "./rows.ts";
import { shownBitcoin, viewPayment } from "./view.ts";

type Read = {
  readonly bolt11: string;
  /** As it begins, behind "ln". */
  readonly network: string;
  readonly paymentHash: string;
  /** 0: the payer says how much. */
  readonly msat: bigint;
  readonly memo: string;
  /** The node's public key. */
  readonly payee: string;
  readonly expiresAt: Date;
};

/** Only what the invoice says: the node reads it again before it pays. Refuses lightning.invoice_form. */
export function readInvoice(given: string): Read {
  const bolt11 = given.replace(/^lightning:/i, "").toLowerCase();
  try {
    const { sections, expiry } = decode(bolt11);
    const said = (name: string): unknown => {
      const found = sections.find((section) => section.name === name);
      return found && "value" in found ? found.value : undefined;
    };
    const [paymentHash, created] = [String(said("payment_hash")), Number(said("timestamp"))];
    if (!/^[0-9a-f]{64}$/.test(paymentHash) || !Number.isSafeInteger(created) || !isPayable(said("feature_bits")))
      throw new Refusal("lightning.invoice_form");
    return {
      bolt11,
      network: z.object({ bech32: z.string() }).parse(said("coin_network")).bech32,
      paymentHash,
      msat: BigInt(String(said("amount") ?? "0")),
      payee: payeeOf(bolt11),
      memo: String(said("description") ?? "").slice(0, 640),
      expiresAt: new Date((created + (expiry ?? 3600)) * 1000),
    };
  } catch {
    throw new Refusal("lightning.invoice_form");
  }
}

/** BOLT 11 and 9: it carries a secret, and demands nothing that is unknown; nodes take no other. */
const PAYABLE = z.object({
  payment_secret: z.enum(["required", "supported"]),
  extra_bits: z.object({ has_required: z.literal(false) }),
});
const isPayable = (features: unknown): boolean => PAYABLE.safeParse(features).success;

/** As invoices begin. */
const NETWORKS: Readonly<Record<BitcoinChain, string>> = { main: "bc", test: "tb", signet: "tbs", regtest: "bcrt" };

/** A node pays on its own chain alone. Refuses lightning.other_network. */
export async function assertOwnNetwork(tx: Tx, { network }: Pick<Read, "network">): Promise<void> {
  const rail = await findOpenRail(tx, "bitcoin");
  if (rail && NETWORKS[bitcoinChainOf(rail)] !== network) throw new Refusal("lightning.other_network");
}

type Asked = { readonly invoice: string; readonly amount?: string | undefined };

/**
 * Refuses lightning.invoice_form, lightning.other_network, lightning.needs_amount, lightning.other_amount, lightning.invoice_over, lightning.own_invoice,
 * lightning.paid, lightning.in_flight, lightning.too_small, money.malformed, money.too_many_digits, rates.stale.
 */
export async function quotePayment(tx: Tx, userId: bigint, asked: Asked): Promise<LightningQuote> {
  const read = readInvoice(asked.invoice);
  if (read.msat === 0n && asked.amount === undefined) throw new Refusal("lightning.needs_amount");
  if (read.msat > 0n && asked.amount !== undefined) throw new Refusal("lightning.other_amount");
  const msat = read.msat > 0n ? read.msat : unitsOf(asked.amount ?? "") * 1000n;
  await assertOwnNetwork(tx, read);
  const hash = ids.hash();
  const outcome = await quote(tx, { ...read, hash, userId, msat, payee: read.payee });
  if (outcome !== "quoted") throw outcomeRefusal(outcome, REFUSES);
  const row = await findQuote(tx, hash);
  return {
    id: hash,
    amount: shownBitcoin(row.got_units),
    memo: row.memo,
    payee: row.payee,
    isInside: row.is_inside,
    fee: shownBitcoin(row.fee_units),
    mostNetworkFee: shownBitcoin(row.network_units),
    total: shownBitcoin(row.units),
    usd: displayFromUnits(row.cost_units, 2),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Refuses wallet.quote_unknown, wallet.quote_taken, wallet.quote_expired, auth.password_proof, auth.restricted, wallet.on_hold,
 * wallet.security_hold, ledger.insufficient_balance, ledger.halted and those of Lightning.
 */
export async function payQuote(tx: Tx, userId: bigint, quoteHash: string): Promise<LightningPayment> {
  const outcome = await pay(tx, { quoteHash, userId });
  if (outcome === "unproved") throw proofRefusal({ kind: "order", id: quoteHash });
  if (outcome !== "reserved" && outcome !== "inside") throw outcomeRefusal(outcome, REFUSES);
  const [row] = await paymentsOf(tx, { userId, hash: quoteHash, most: 1 });
  if (!row) throw new Error(`the payment ${quoteHash} is gone`);
  const change = { currency: "BTC", units: row.got_units, txid: null } as const;
  if (outcome === "reserved")
    emitWalletEvent(tx, { ...change, userId, reason: "lightning_paying", subject: quoteHash });
  else {
    emitWalletEvent(tx, { ...change, userId, reason: "lightning_sent", subject: row.payment_hash });
    const payeeId = await ownerOfInvoice(tx, row.payment_hash);
    emitWalletEvent(tx, { ...change, userId: payeeId, reason: "lightning_received", subject: row.payment_hash });
  }
  return viewPayment(row);
}
