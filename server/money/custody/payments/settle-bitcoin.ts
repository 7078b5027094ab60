/** At the tip of the Bitcoin chain: what is deep enough is posted, what has disappeared is posted back. */
import { CRYPTO } from "#contract/money/money.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { BitcoinNode } from "../../../platform/outside/chains/bitcoin-node.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { rateOf, usdCentsOf } from "../../rates/index.ts";
import { eachWithin } from "./independently.ts";
import { confirmationsNeeded, creditDeposit, type DepthRule, takeBackDeposit } from "../deposits/deposit.ts";
import { type Deposit, markGone, openBitcoinDeposits } from "../deposits/deposit-rows.ts";
import { endPayment } from "./end-payment.ts";
import { postColdSpends } from "../cold/rows.ts";
import { openPayments, type Payment } from "./rows.ts";
import { lockRail, setFinal } from "../rails/rail-rows.ts";
import { postLost, stolenCoins } from "../coins/coin-rows.ts";

/** As deep as this a payment of ours stays. */
const PAYMENT_DEPTH = 2;
/** As deep as this what replaced a payment of ours stays: only then its sum is given back. */
const CONFLICT_DEPTH = 6;

export async function settleBitcoin(app: Pick<AppPorts, "db" | "log">, node: BitcoinNode): Promise<void> {
  const { db } = app;
  const open = await db.read(openBitcoinDeposits);
  const waiting = new Set<string>();
  for (const { txid, block_height } of open) {
    if (block_height === null && (await node.transaction(txid))) waiting.add(txid);
  }
  await db.tx(async (tx) => {
    const rail = await lockRail(tx, "bitcoin");
    if (!rail) return;
    const rule = await depthRule(tx);
    const place = { tip: rail.scanned_height, waiting, rule };
    await eachWithin(app, tx, await openBitcoinDeposits(tx), (deposit) => settleDeposit(tx, deposit, place));
    await eachWithin(app, tx, await openPayments(tx, "bitcoin"), (payment) => settlePayment(tx, payment, place.tip));
    await loseStolenCoins(tx, rail.scanned_height);
    await postColdSpends(tx, { chain: "bitcoin", final: rail.scanned_height - PAYMENT_DEPTH + 1 });
    const finalHeight = rail.scanned_height - PAYMENT_DEPTH + 1;
    if (finalHeight === rail.final_height) return;
    await setFinal(tx, "bitcoin", finalHeight);
  });
}

async function depthRule(tx: ReadTx): Promise<DepthRule> {
  const set = await readSettings(tx, ["wallet.bitcoin_confirmations", "wallet.small_deposit_usd"]);
  return { blocks: set["wallet.bitcoin_confirmations"], smallUsdCents: BigInt(set["wallet.small_deposit_usd"]) * 100n };
}

type Place = { tip: number; waiting: ReadonlySet<string>; rule: DepthRule };

async function settleDeposit(tx: Tx, deposit: Deposit, { tip, waiting, rule }: Place): Promise<void> {
  if (deposit.block_height === null) {
    const status = waiting.has(deposit.txid) ? "incoming" : "gone";
    if (deposit.status === "credited") return takeBackDeposit(tx, deposit, status);
    if (status === "gone") await markGone(tx, deposit);
    return;
  }
  const rate = await rateOf(tx, "BTC", "USD");
  const usdCents = rate && rate.state !== "stale" ? usdCentsOf(deposit.units, CRYPTO.BTC.digits, rate.rate) : undefined;
  const depth = tip - deposit.block_height + 1;
  if (depth >= confirmationsNeeded({ isCoinbase: deposit.is_coinbase, usdCents }, rule))
    await creditDeposit(tx, deposit);
}

async function settlePayment(tx: Tx, payment: Payment, tip: number): Promise<void> {
  const isDeep = (height: number | null, depth: number) => height !== null && tip - height + 1 >= depth;
  if (payment.status === "confirming" && isDeep(payment.block_height, PAYMENT_DEPTH)) {
    await endPayment(tx, payment, { end: "settle", feePaid: plannedFee(payment) });
  }
  if (payment.status === "broadcast" && isDeep(payment.conflict_height, CONFLICT_DEPTH))
    await endPayment(tx, payment, { end: "conflict" });
}

function plannedFee({ plan }: Payment): bigint {
  if (plan.chain !== "bitcoin") throw new Error("not a bitcoin payment");
  const sum = (parts: readonly { units: string }[]) => parts.reduce((units, part) => units + BigInt(part.units), 0n);
  return sum(plan.inputs) - sum(plan.outputs);
}

/** A coin that a stranger's transaction has spent for good is the operator's loss; money out was halted at first sight. */
async function loseStolenCoins(tx: Tx, tip: number): Promise<void> {
  const stolen = await stolenCoins(tx, tip - PAYMENT_DEPTH + 1);
  await postLost(tx, stolen);
}
