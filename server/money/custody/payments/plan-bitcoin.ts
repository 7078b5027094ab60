/** The plan of a bitcoin send-out: coins that are locked for it, the receiver's output, and change to a fresh address. */
import type { Db, Tx } from "../../../platform/postgres/db.ts";
import { bitcoinScript } from "../../../platform/outside/chains/chain-keys.ts";
import type { BitcoinPlan, Signer } from "../../../platform/outside/signer/signer.ts";
import { changeAddress, pathOf } from "../addresses/addresses.ts";
import { noteRefilled } from "../send-outs/awaiting-refill.ts";
import { findChangeAddress } from "../addresses/address-rows.ts";
import { chooseCoins } from "../coins/choose-coins.ts";
import { areReservedThere, type FreeCoin, freeCoins, freeReserved, reserveCoins } from "../coins/coin-rows.ts";
import { insertPayment, lockPayment, type Payment, setPlan } from "./rows.ts";
import { bitcoinChainOf, getOpenRail } from "../rails/rails.ts";
import { findSendOutToPay, lockSendOutByHash, type SendOutRow } from "../send-outs/rows.ts";

/** False when it has to wait: not enough free coins, or a network dearer than what the sender has paid for. Locks the send-out. */
export async function planBitcoin(db: Db, signer: Signer, sendOut: SendOutRow): Promise<boolean> {
  if (!(await db.read((tx) => findChangeAddress(tx, sendOut.hash))))
    await signer.makeOwnAddress({ purpose: "change", subject: sendOut.hash });
  return db.tx(async (tx) => {
    const current = await lockSendOutByHash(tx, sendOut.hash);
    // It was canceled since it was read: a payment would reserve coins that nothing releases.
    if (current?.status !== "pending") return false;
    const chosen = await choosePlan(tx, sendOut);
    if (!chosen) return false;
    const id = await insertPayment(tx, {
      chain: "bitcoin",
      currency: "BTC",
      purpose: "send_out",
      subject: sendOut.hash,
      plan: chosen.plan,
      from_address: null,
      nonce: null,
    });
    if (id === undefined) return true;
    await reserveCoins(tx, id, chosen.coins);
    await noteRefilled(tx, current);
    return true;
  });
}

/**
 * Plans a pending payment anew where a reorganisation took away a coin of its plan, which may never come back. Only for
 * one that the signer has just declined: nothing was signed for it. Without other coins it keeps its plan and waits.
 */
export async function replanBitcoin(db: Db, { id, subject }: Pick<Payment, "id" | "subject">): Promise<void> {
  await db.tx(async (tx) => {
    const payment = await lockPayment(tx, id, "pending");
    if (!payment || (await areReservedThere(tx, id))) return;
    const sendOut = await findSendOutToPay(tx, subject);
    if (!sendOut) return;
    await freeReserved(tx, id);
    const chosen = await choosePlan(tx, sendOut);
    if (!chosen) return;
    await setPlan(tx, id, chosen.plan);
    await reserveCoins(tx, id, chosen.coins);
  });
}

async function choosePlan(
  tx: Tx,
  sendOut: SendOutRow,
): Promise<{ readonly plan: BitcoinPlan; readonly coins: readonly FreeCoin[] } | undefined> {
  const rail = await getOpenRail(tx, "bitcoin");
  const scriptBytes = bitcoinScript(sendOut.destination, bitcoinChainOf(rail))?.length;
  if (scriptBytes === undefined) throw new Error(`send-out ${sendOut.hash} goes to no address`);
  const coins = await freeCoins(tx, { lock: true });
  const target = { coins, units: sendOut.units, scriptBytes, mostFeeUnits: sendOut.fee_units };
  const wanted = BigInt(rail.fee_price ?? 0);
  const lowest = BigInt(rail.fee_tip ?? 0);
  // The sender's fee is the cap; when the usual rate is above it, the lowest that a node takes is tried.
  const choice = chooseCoins({ ...target, ratePerKvb: wanted }) ?? chooseCoins({ ...target, ratePerKvb: lowest });
  if (!choice) return undefined;
  const inputs = choice.coins.map((coin) => ({
    txid: coin.txid,
    outputIndex: coin.output_index,
    units: coin.units.toString(),
    path: pathOf(coin),
  }));
  const outputs = [
    { address: sendOut.destination, units: sendOut.units.toString() },
    ...(await changeOutput(tx, sendOut.hash, choice.changeUnits)),
  ];
  return { plan: { chain: "bitcoin", inputs, outputs }, coins: choice.coins };
}

async function changeOutput(tx: Tx, sendOut: string, changeUnits: bigint): Promise<BitcoinPlan["outputs"]> {
  if (changeUnits === 0n) return [];
  const own = await changeAddress(tx, await getOpenRail(tx, "bitcoin"), sendOut);
  return [{ address: own.address, units: changeUnits.toString(), path: pathOf(own) }];
}
