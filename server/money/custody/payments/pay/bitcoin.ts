/** Job: bitcoin send-outs from pending to broadcast. Safe to run twice: rows are locked, ids are idempotent. */
import type { AppPorts } from "../../../../platform/app-ports.ts";
import { noteAwaiting } from "../../send-outs/awaiting-refill.ts";
import { planColdBitcoin } from "../../cold/bitcoin.ts";
import { awaitsRefill } from "../../cold/float.ts";
import { eachAlone } from "../independently.ts";
import { broadcastKept, isDueForBroadcast, mayPay, signPayment } from "./pay.ts";
import { type SendOutRow, sendOutsToPlan } from "../../send-outs/rows.ts";
import type { BitcoinNode } from "../../../../platform/outside/chains/bitcoin-node.ts";
import type { Signer } from "../../../../platform/outside/signer/signer.ts";
import { openPayments, type Payment } from "../rows.ts";
import { planBitcoin, replanBitcoin } from "../plan-bitcoin.ts";
import { findRail, getOpenRail } from "../../rails/rails.ts";
import { bitcoinFloat } from "../../cold/read-float.ts";
import { showRefills } from "../../cold/show-refills.ts";
import { noteStuck } from "../stuck.ts";
import { traceInputs } from "../../coins/trace-inputs.ts";

export async function payBitcoin(app: AppPorts): Promise<void> {
  const rail = app.chains?.bitcoin;
  const signer = app.chains?.signer;
  if (!rail || "fault" in rail || !signer) return;
  const { isOpen, wanting } = await app.db.tx(async (tx) => ({
    isOpen: ((await findRail(tx, "bitcoin"))?.is_available ?? false) && (await mayPay(tx, "bitcoin_out", "coin_BTC")),
    wanting: await sendOutsToPlan(tx, "bitcoin"),
  }));
  if (isOpen) {
    await eachAlone(app, wanting, (sendOut) => planOrWait(app, signer, sendOut));
    await planColdBitcoin(app, signer);
    const pending = (await app.db.read((tx) => openPayments(tx, "bitcoin"))).filter(
      ({ status }) => status === "pending",
    );
    await eachAlone(app, pending, async (payment) => {
      if ((await signPayment(app, signer, payment)) === "signer.no_coin") await replanBitcoin(app.db, payment);
    });
  }
  // Bytes that exist may be out already: they are shown again even while nothing new may leave.
  const { open, now } = await app.db.tx(async (tx) => ({ open: await openPayments(tx, "bitcoin"), now: tx.now }));
  const due = open.filter((payment) => isDueForBroadcast(payment, now));
  await eachAlone(app, due, (payment) => show(app, rail.node, payment));
  await showRefills(app, "bitcoin", rail.node);
}

async function planOrWait({ db }: AppPorts, signer: Signer, sendOut: SendOutRow): Promise<void> {
  if (await planBitcoin(db, signer, sendOut)) return;
  await noteAwaiting(db, sendOut, async (tx) => {
    const float = await bitcoinFloat(tx, await getOpenRail(tx, "bitcoin"));
    return awaitsRefill([{ float, units: sendOut.units + sendOut.fee_units }]);
  });
}

/** Shows a payment's bytes. Where the node refuses them, looks for what they miss and shows that first. */
async function show(app: AppPorts, node: BitcoinNode, payment: Payment): Promise<void> {
  const send = (rawHex: string) => node.broadcast(rawHex);
  const answer = await broadcastKept(app, payment, send);
  if (!answer || payment.plan.chain !== "bitcoin") return;
  if (answer.outcome !== "refused") return noteStuck(app, payment, undefined);

  const place = await placeOf(node);
  const { finding, missing } = await traceInputs(app.db, node, payment.plan.inputs);
  // A reorganisation threw them out of the chain and the node dropped them: they are valid, and so is what spends them.
  for (const rawHex of missing) await node.broadcast(rawHex);
  if (!finding && missing.length > 0) await broadcastKept(app, payment, send);
  // What was read while the chain moved proves nothing: it is read again.
  if ((await node.blockHash(place.height)) === place.hash)
    await noteStuck(app, payment, finding && { ...finding, ...place });
}

async function placeOf(node: BitcoinNode): Promise<{ height: number; hash: string }> {
  const height = await node.height();
  const hash = await node.blockHash(height);
  if (!hash) throw new Error("the chain moved while it was read");
  return { height, hash };
}
