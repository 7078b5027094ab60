/** A payment has come to its end: its status, what the network took, and what that means in the ledger. */
import type { SendOutFault } from "#contract/wallet.ts";
import { type CryptoCode, divideUp } from "#contract/money.ts";
import type { Tx } from "../../platform/db.ts";
import { accountOf, post, postEach } from "../ledger/index.ts";
import { movePayment } from "./payment.ts";
import type { Payment } from "./payment-rows.ts";
import { CHAIN_UNITS } from "./rails.ts";
import { endSendOut } from "./send-out.ts";
import { lockSendOutByHash, type SendOutRow } from "./send-out-rows.ts";
import { freeReserved } from "./coin-rows.ts";

export type PaymentEnd =
  | { readonly end: "settle" | "revert"; readonly feePaid: bigint }
  | { readonly end: "conflict" }
  | { readonly end: "drop"; readonly reason: SendOutFault };

/** Locks the payment and its send-out. A payment ends once: the table of moves refuses a second end. */
export async function endPayment(tx: Tx, payment: Payment, ending: PaymentEnd): Promise<void> {
  const feePaid = "feePaid" in ending ? ending.feePaid : 0n;
  await movePayment(tx, payment.id, ending.end, {
    ...("feePaid" in ending ? { feePaid } : {}),
    ...("reason" in ending ? { fault: ending.reason } : {}),
  });
  if (ending.end === "drop" || ending.end === "conflict") await freeReserved(tx, payment.id);
  if (payment.purpose !== "send_out") return postGas(tx, payment, feePaid);
  const sendOut = await lockSendOutByHash(tx, payment.subject);
  if (!sendOut) throw new Error(`no send-out ${payment.subject}`);
  if (ending.end === "settle") return settleSendOut(tx, payment, sendOut, feePaid);
  if (ending.end === "revert") return revertSendOut(tx, payment, sendOut, feePaid);
  await returnSendOut(tx, sendOut, sendOut.units + sendOut.fee_units);
  await endSendOut(tx, sendOut, { status: "failed", reason: "reason" in ending ? ending.reason : "replaced" });
}

async function settleSendOut(tx: Tx, payment: Payment, sendOut: SendOutRow, feePaid: bigint): Promise<void> {
  const { currency } = sendOut;
  const held = accountOf.held(sendOut.user_id, currency);
  const feeUnits = currency === "USDT" ? 0n : feeInUnits(currency, feePaid);
  const kept = sendOut.fee_units - feeUnits;
  if (kept < 0n) throw new Error(`the network took more than the fee of ${sendOut.hash}`);
  const postings = [
    { from: held, to: accountOf.chain(currency), units: sendOut.units + feeUnits },
    { from: held, to: accountOf.house(currency, "fees"), units: kept },
  ].filter((posting) => posting.units > 0n);
  await post(tx, [{ kind: "send_out_settle", subject: sendOut.hash, postings }]);
  if (currency === "USDT") await postGas(tx, payment, feePaid);
  await endSendOut(tx, sendOut, { status: "completed", reason: null });
}

/** The chain took the fee and refused the rest: the amount comes back, the fee does not. */
async function revertSendOut(tx: Tx, payment: Payment, sendOut: SendOutRow, feePaid: bigint): Promise<void> {
  const { currency } = sendOut;
  const feeUnits = currency === "USDT" ? 0n : feeInUnits(currency, feePaid);
  const held = accountOf.held(sendOut.user_id, currency);
  const postings = [
    { from: held, to: accountOf.chain(currency), units: feeUnits },
    { from: held, to: accountOf.house(currency, "fees"), units: sendOut.fee_units - feeUnits },
  ].filter((posting) => posting.units > 0n);
  if (postings.length > 0) await post(tx, [{ kind: "send_out_fee", subject: sendOut.hash, postings }]);
  if (currency === "USDT") await postGas(tx, payment, feePaid);
  await returnSendOut(tx, sendOut, sendOut.units);
  await endSendOut(tx, sendOut, { status: "failed", reason: "refused_by_chain" });
}

/** Posts held money back to its owner. Once a send-out. */
export async function returnSendOut(tx: Tx, { hash, user_id, currency }: SendOutRow, units: bigint): Promise<void> {
  const postings = [{ from: accountOf.held(user_id, currency), to: accountOf.available(user_id, currency), units }];
  await post(tx, [{ kind: "send_out_return", subject: hash, postings }]);
}

/** Gas that the operator pays: from what it has put aside, else from its own coins; only then it is a loss. */
async function postGas(tx: Tx, { purpose, subject }: Payment, feePaid: bigint): Promise<void> {
  const units = feeInUnits("ETH", feePaid);
  if (units === 0n) return;
  const gas = (from: string) => ({
    kind: "gas_cost",
    subject: `${purpose}:${subject}`,
    postings: [{ from, to: accountOf.chain("ETH"), units }],
  });
  for (const account of ["network", "inventory"] as const) {
    const [outcome] = await postEach(tx, [gas(accountOf.house("ETH", account))]);
    if (outcome !== "insufficient") return;
  }
  await post(tx, [gas(accountOf.house("ETH", "loss"))]);
}

function feeInUnits(currency: CryptoCode, feePaid: bigint): bigint {
  return divideUp(feePaid, CHAIN_UNITS[currency]);
}

/** A plan that was never signed: its coins and its number are free again. */
export async function dropPayment(tx: Tx, paymentId: bigint, fault: string): Promise<void> {
  await movePayment(tx, paymentId, "drop", { fault });
  await freeReserved(tx, paymentId);
}
