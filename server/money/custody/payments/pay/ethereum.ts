/** Job: ether and token send-outs from pending to broadcast. Safe to run twice: rows are locked, ids are idempotent. */
import type { SendOutFault } from "#contract/products/wallet/wallet.ts";
import type { AppPorts } from "../../../../platform/app-ports.ts";
import type { ReadTx } from "../../../../platform/postgres/db.ts";
import type { EthereumRail } from "../../../../platform/outside/chains/chains.ts";
import { NodeError } from "../../../../platform/outside/chains/bitcoin-node.ts";
import { HOT } from "../../../../platform/outside/chains/chain-keys.ts";
import type { Signer } from "../../../../platform/outside/signer/signer.ts";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { hotAddress } from "../../addresses/addresses.ts";
import { noteAwaiting, noteRefilled } from "../../send-outs/awaiting-refill.ts";
import { planColdEthereum } from "../../cold/ethereum.ts";
import { awaitsRefill, type Take } from "../../cold/float.ts";
import { eachAlone } from "../independently.ts";
import { broadcastKept, isDueForBroadcast, mayPay, signPayment } from "./pay.ts";
import { lockSendOutByHash, returnUnpaid, type SendOutRow, sendOutsToPlan } from "../../send-outs/rows.ts";
import { openPayments } from "../rows.ts";
import { gasPriceWithin, gweiToWei, MOST_FEE_WEI, planEthereum, tokenGasUnits } from "../plan-ethereum.ts";
import { findRail, getOpenRail } from "../../rails/rails.ts";
import { ethereumFloat } from "../../cold/read-float.ts";
import { GAS } from "../../send-outs/fee.ts";
import { moveSendOut } from "../../send-outs/move-send-out.ts";
import { showRefills } from "../../cold/show-refills.ts";
import { noteStuck } from "../stuck.ts";
import { planSweeps } from "../../deposits/sweep-ethereum.ts";
import { whyStuck } from "../why-stuck-ethereum.ts";

export async function payEthereum(app: AppPorts): Promise<void> {
  const rail = app.chains?.ethereum;
  const signer = app.chains?.signer;
  if (!rail || "fault" in rail || !signer) return;
  const isOpen = await app.db.tx(
    async (tx) => ((await findRail(tx, "ethereum"))?.is_available ?? false) && (await mayPay(tx)),
  );
  if (isOpen) {
    await signAll(app, signer);
    if (await app.db.read((tx) => mayPay(tx, "ethereum_out"))) await paySendOuts(app, rail, signer);
    // Sweeps bring coins to where stuck payments wait for them; they go on while withdrawals are halted.
    await planSweeps(app, rail);
    await planColdEthereum(app, rail);
    await signAll(app, signer);
  }
  // Bytes that exist may be out already: they are shown again even while nothing new may leave.
  const { open, now } = await app.db.tx(async (tx) => ({ open: await openPayments(tx, "ethereum"), now: tx.now }));
  const due = open.filter((payment) => isDueForBroadcast(payment, now));
  await eachAlone(app, due, async (payment) => {
    const answer = await broadcastKept(app, payment, (rawHex) => rail.node.broadcast(rawHex));
    if (answer) await noteStuck(app, payment, await whyStuck(rail.node, payment, { open, answer }));
  });
  await showRefills(app, "ethereum", rail.node);
}

/** But for send-outs of a coin that is halted: their plans wait. */
async function signAll(app: AppPorts, signer: Signer): Promise<void> {
  const pending = (await app.db.read((tx) => openPayments(tx, "ethereum"))).filter(
    ({ status }) => status === "pending",
  );
  await eachAlone(app, pending, async (payment) => {
    if (payment.purpose === "send_out" && !(await app.db.read((tx) => mayPay(tx, `coin_${payment.currency}`)))) return;
    await signPayment(app, signer, payment);
  });
}

async function paySendOuts(app: AppPorts, rail: EthereumRail, signer: Signer): Promise<void> {
  const wanting = await app.db.tx((tx) => sendOutsToPlan(tx, "ethereum"));
  await eachAlone(app, wanting, async (sendOut) => {
    const refusal = await refusalOf(app, rail, sendOut);
    if (refusal) await failUnsent(app, sendOut, refusal);
    else {
      const isPlanned = await planSendOut(app, rail, sendOut);
      if (isPlanned) await signAll(app, signer);
      else await noteAwaiting(app.db, sendOut, async (tx) => awaitsRefill(await takesOf(tx, sendOut)));
    }
  });
}

/** Tokens cannot pay for their own way: that is the operator's ether, unless the network is too dear for it now. */
async function takesOf(tx: ReadTx, { currency, units, fee_units }: SendOutRow): Promise<Take[]> {
  const rail = await getOpenRail(tx, "ethereum");
  const ether = await ethereumFloat(tx, rail, "ETH");
  if (currency !== "USDT") return [{ float: ether, units: units + fee_units }];
  return [
    { float: await ethereumFloat(tx, rail, "USDT"), units },
    { float: ether, units: tokenGasUnits(rail) ?? 0n },
  ];
}

/** What nodes answer about a call that would fail; another error of theirs passes, and is asked again. */
const REVERTED: ReadonlySet<number> = new Set([3, -32_000, -32_015]);

/** Why this can never arrive: a contract that a plain transfer does not reach, or a token that refuses. */
async function refusalOf(
  app: AppPorts,
  { node, token }: EthereumRail,
  { currency, destination, units }: SendOutRow,
): Promise<SendOutFault | undefined> {
  if (currency === "ETH") return (await node.hasCode(destination)) ? "contract_address" : undefined;
  const hot = await app.db.tx(async (tx) => hotAddress(tx, await getOpenRail(tx, "ethereum")));
  // Without the tokens in place the estimate says nothing about the receiver: it waits for a sweep.
  if ((await node.tokenBalance({ token, address: hot.address })) < units) return undefined;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [destination as Hex, units] });
  try {
    return (await node.estimateGas({ from: hot.address, to: token, data })) > GAS.USDT ? "token_refuses" : undefined;
  } catch (error) {
    if (error instanceof NodeError && REVERTED.has(error.code)) return "token_refuses";
    throw error;
  }
}

async function failUnsent({ db }: AppPorts, { hash }: SendOutRow, reason: SendOutFault): Promise<void> {
  await db.tx(async (tx) => {
    const sendOut = await lockSendOutByHash(tx, hash);
    if (sendOut?.status !== "pending") return;
    await moveSendOut(tx, sendOut, "refuse", reason);
    await returnUnpaid(tx, hash);
  });
}

async function planSendOut({ db }: AppPorts, rail: EthereumRail, sendOut: SendOutRow): Promise<boolean> {
  const { currency, units, fee_units } = sendOut;
  if (currency === "BTC") throw new Error("bitcoin does not travel on Ethereum");
  return db.tx(async (tx) => {
    const open = await getOpenRail(tx, "ethereum");
    const isEther = currency === "ETH";
    const mostWei = isEther ? gweiToWei(fee_units) : MOST_FEE_WEI;
    const price = gasPriceWithin(open, { gas: GAS[currency], mostWei });
    const current = await lockSendOutByHash(tx, sendOut.hash);
    if (!price || current?.status !== "pending") return false;
    const hot = await hotAddress(tx, open);
    const isPlanned = await planEthereum(tx, rail, {
      purpose: "send_out",
      subject: sendOut.hash,
      currency,
      from: { address: hot.address, path: HOT },
      to: sendOut.destination,
      value: isEther ? gweiToWei(units) : units,
      price,
    });
    if (isPlanned) await noteRefilled(tx, current);
    return isPlanned;
  });
}
