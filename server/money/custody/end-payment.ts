/** A payment has come to its end: its status, what the network took, and what that means in the ledger. */
import type { SendOutFault } from "#contract/wallet.ts";
import { type CryptoCode, divideUp } from "#contract/money.ts";
import type { Tx } from "../../platform/db.ts";
import { accountOf, post, postEach } from "../ledger/index.ts";
import { movePayment } from "./payment.ts";
import type { Payment } from "./payment-rows.ts";
import { CHAIN_UNITS } from "./rails.ts";
import { lockSendOutByHash, type SendOutRow } from "./send-out-rows.ts";
import { freeReserved } from "./coin-rows.ts";

export type PaymentEnd =
  | { readonly end: "settle" | "revert"; readonly feePaid: bigint }
  | { readonly end: "conflict" }
  | { readonly end: "refuse"; readonly reason: SendOutFault };

/** Locks the payment and its send-out. A payment ends once: the table of moves refuses a second end. */
export async function endPayment(tx: Tx, payment: Payment, ending: PaymentEnd): Promise<void> {
  const feePaid = "feePaid" in ending ? ending.feePaid : 0n;
  await movePayment(tx, payment.id, ending.end, {
    reason: reasonOf(ending),
    ...("feePaid" in ending ? { feePaid } : {}),
    ...("reason" in ending ? { fault: ending.reason } : {}),
  });
  if (ending.end === "refuse" || ending.end === "conflict") await freeReserved(tx, payment.id);
  if (payment.purpose !== "send_out") return postGas(tx, payment, feePaid);
  const sendOut = await lockSendOutByHash(tx, payment.subject);
  if (!sendOut) throw new Error(`no send-out ${payment.subject}`);
  if (ending.end === "settle") return settleSendOut(tx, payment, sendOut, feePaid);
  if (ending.end === "revert") return revertSendOut(tx, payment, sendOut, feePaid);
  await returnSendOut(tx, sendOut, sendOut.units + sendOut.fee_units);
}

/** What the owner of a send-out is told. */
function reasonOf(ending: PaymentEnd): SendOutFault | null {
  if (ending.end === "refuse") return ending.reason;
  if (ending.end === "conflict") return "replaced";
  return ending.end === "revert" ? "refused_by_chain" : null;
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

/** Takes back a payment that was never signed, with its send-out: its coins and its number are free again. */
export async function cancelPayment(tx: Tx, paymentId: bigint, fault: string): Promise<void> {
  await movePayment(tx, paymentId, "cancel", { fault });
  await freeReserved(tx, paymentId);
}
