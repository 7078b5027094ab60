/** Job: bitcoin send-outs from reserved to broadcast. Safe to run twice: rows are locked, ids are idempotent. */
import type { AppPorts } from "../../platform/app-ports.ts";
import { eachAlone } from "./independently.ts";
import { broadcastKept, isDueForBroadcast, mayPay, sendOutsToPlan, signPlanned } from "./pay.ts";
import { openPayments } from "./payment.ts";
import { planBitcoin } from "./plan-bitcoin.ts";
import { findRail } from "./rails.ts";

export async function payBitcoin(app: AppPorts): Promise<void> {
  const rail = app.chains?.bitcoin;
  const signer = app.chains?.signer;
  if (!rail || "fault" in rail || !signer) return;
  const { isOpen, wanting } = await app.db.tx(async (tx) => ({
    isOpen: ((await findRail(tx, "bitcoin"))?.is_available ?? false) && (await mayPay(tx)),
    wanting: await sendOutsToPlan(tx, "bitcoin"),
  }));
  if (isOpen) {
    await eachAlone(app, wanting, (sendOut) => planBitcoin(app.db, sendOut));
    const planned = (await app.db.read((tx) => openPayments(tx, "bitcoin"))).filter(
      ({ status }) => status === "planned",
    );
    await eachAlone(app, planned, (payment) => signPlanned(app, signer, payment));
  }
  // Bytes that exist may be out already: they are shown again even while nothing new may leave.
  const { open, now } = await app.db.tx(async (tx) => ({ open: await openPayments(tx, "bitcoin"), now: tx.now }));
  const due = open.filter((payment) => isDueForBroadcast(payment, now));
  await eachAlone(app, due, (payment) => broadcastKept(app, payment, (rawHex) => rail.node.broadcast(rawHex)));
}
