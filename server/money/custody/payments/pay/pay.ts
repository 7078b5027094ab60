/**
 * The road of every payment: plan, sign, keep the bytes, and only then show them to a node, again and again the same
 * ones until they are in a block. What a node answers decides nothing but when to try again.
 */
import type { SendOutFault } from "#contract/products/wallet/wallet.ts";
import type { AppPorts } from "../../../../platform/app-ports.ts";
import type { Db, ReadTx } from "../../../../platform/postgres/db.ts";
import { type BroadcastOutcome, NodeSilent } from "../../../../platform/outside/chains/bitcoin-node.ts";
import { type Signed, type Signer, SignerRefusal, SignerSilent } from "../../../../platform/outside/signer/signer.ts";
import { type HaltName, isHalted } from "../../../ledger/index.ts";
import { endPayment } from "../end-payment.ts";
import { movePayment } from "../payment.ts";
import { markAsked, unmarkAsked } from "../../addresses/asked-rows.ts";
import { lockPayment, noteAnswer, noteTry, type Payment } from "../rows.ts";

/** True when none of these halts is set, and neither money out nor the ledger is halted. */
export async function mayPay(tx: ReadTx, ...alsoNot: readonly HaltName[]): Promise<boolean> {
  return !(await isHalted(tx, "money_out", "ledger", ...alsoNot));
}

/**
 * Signs a pending payment and stores the bytes. It cannot be canceled during the request to the signer. A refusal of
 * the signer ends it. Without an answer it stays as it is, also after a refusal that is not about this payment, whose
 * code is returned: then nothing was signed for it.
 */
export async function signPayment(
  { db, log }: Pick<AppPorts, "db" | "log">,
  signer: Signer,
  payment: Payment,
): Promise<string | undefined> {
  if (!(await db.tx((tx) => markAsked(tx, payment.id)))) return undefined;
  let signed: Signed;
  try {
    signed = await signer.sign({ purpose: payment.purpose, id: payment.subject, plan: payment.plan });
  } catch (error) {
    if (error instanceof SignerSilent) {
      await db.tx((tx) => unmarkAsked(tx, payment.id));
      log.warn({ err: error.message }, "the signer is silent; it is asked again");
      return undefined;
    }
    if (!(error instanceof SignerRefusal)) throw error;
    log.error({ refusal: error.code, payment: payment.id.toString() }, "the signer refuses a payment");
    if (KEPT.has(error.code)) {
      await db.tx((tx) => unmarkAsked(tx, payment.id));
      return error.code;
    }
    await refused(db, payment, LATER.has(error.code) ? "limit_reached" : "not_allowed");
    return undefined;
  }
  await db.tx(async (tx) => {
    // The payment ended meanwhile: the bytes are discarded unsent.
    if (!(await lockPayment(tx, payment.id, "pending"))) return;
    await movePayment(tx, payment.id, "sign", signed);
  });
  return undefined;
}

/** Coins are missing for this send-out: it is requested again later, and its sum stays held. */
const KEPT = new Set(["signer.not_covered", "signer.no_coin"]);

/** Refusals that time heals. */
const LATER = new Set([
  "signer.daily_cap",
  "signer.hourly_cap",
  "signer.user_cap",
  "signer.velocity",
  "signer.own_velocity",
  "signer.own_fees",
  "signer.halted",
]);

/** Ends an unsigned payment and returns the sum. */
async function refused(db: Db, payment: Payment, reason: SendOutFault): Promise<void> {
  await db.tx(async (tx) => {
    const pending = await lockPayment(tx, payment.id, "pending");
    if (pending) await endPayment(tx, pending, { end: "refuse", reason });
  });
}

const AGAIN_AFTER_MS = 5_000;
const MOST_WAIT_MS = 60_000;

/** An open payment that has not been shown, or not been seen in a block for a while after it was. */
export function isDueForBroadcast(
  { status, tries, tried_at }: Pick<Payment, "status" | "tries" | "tried_at">,
  now: Date,
): boolean {
  if (status !== "broadcast" && status !== "completed") return false;
  if (tried_at === null) return true;
  return now.getTime() - tried_at.getTime() >= Math.min(AGAIN_AFTER_MS * Math.max(1, tries), MOST_WAIT_MS);
}

/** Shows the kept bytes to the node. Returns undefined when the outcome is unknown. */
export async function broadcastKept(
  { db, log }: Pick<AppPorts, "db" | "log">,
  payment: Payment,
  send: (rawHex: string) => Promise<BroadcastOutcome>,
): Promise<BroadcastOutcome | undefined> {
  const rawHex = payment.raw_hex;
  if (rawHex === null) throw new Error(`payment ${payment.id} has no bytes`);
  await db.tx((tx) => noteTry(tx, payment.id));
  let answer: BroadcastOutcome;
  try {
    answer = await send(rawHex);
  } catch (error) {
    if (!(error instanceof NodeSilent)) throw error;
    // It may have been sent or not: the same bytes are sent again, and a block will show it.
    log.warn({ payment: payment.id.toString() }, "a broadcast has an unknown outcome");
    return undefined;
  }
  const fault = answer.outcome === "refused" ? answer.reason.slice(0, 300) : null;
  await db.tx((tx) => noteAnswer(tx, payment.id, { isAccepted: fault === null, fault }));
  return answer;
}
