/** At the tip of the Ethereum chain: what is finalized is posted, what has disappeared is posted back. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { EthereumRail } from "../../../platform/outside/chains/chains.ts";
import { HOT } from "../../../platform/outside/chains/chain-keys.ts";
import { eachWithin } from "./independently.ts";
import { creditDeposit, takeBackDeposit } from "../deposits/deposit.ts";
import { type Deposit, markGone, openEthereumDeposits } from "../deposits/deposit-rows.ts";
import { endPayment } from "./end-payment.ts";
import { postColdSpends } from "../cold/rows.ts";
import { openPayments } from "./rows.ts";
import { CHAIN_UNITS, findRail } from "../rails/rails.ts";
import { lockRail, setColdNonce, setFinal } from "../rails/rail-rows.ts";
import { usedEthereumAddresses } from "../addresses/address-rows.ts";
import { measuredAgoMs, saveAsset } from "../solvency-rows.ts";
import { LEAST } from "../deposits/sweep-ethereum.ts";

const MEASURE_EVERY_MS = 30_000;

export async function settleEthereum(app: Pick<AppPorts, "db" | "log">, rail: EthereumRail): Promise<void> {
  const { db } = app;
  const kept = await db.read((tx) => findRail(tx, "ethereum"));
  if (!kept) return;
  const scanned = kept.scanned_height;
  const final = Math.min(await rail.node.finalizedHeight(), scanned);
  const work = await db.read((tx) => findWork(tx, final));
  const isAged = await db.read(async (tx) => (await measuredAgoMs(tx)) >= MEASURE_EVERY_MS);
  if (work.deposits.length + work.payments.length === 0 && !isAged) return;

  const known = new Set<string>();
  for (const { txid, block_height } of work.deposits)
    if (block_height === null && (await rail.node.knows(txid))) known.add(txid);
  const receipts = new Map<string, { feeWei: bigint; succeeded: boolean }>();
  for (const { txid, status } of work.payments) {
    const receipt = txid && status === "confirming" ? await rail.node.receipt(txid) : undefined;
    if (txid && receipt) receipts.set(txid, receipt);
  }
  const assets = await measure(db, rail, final);
  const cold = await measureCold(rail, kept.cold_account, final);

  await db.tx(async (tx) => {
    const locked = await lockRail(tx, "ethereum");
    if (!locked || locked.scanned_height < scanned) return;
    const { deposits, payments } = await findWork(tx, final);
    await eachWithin(app, tx, deposits, (deposit) => settleDeposit(tx, deposit, known));
    await eachWithin(app, tx, payments, async (payment) => {
      const receipt = payment.txid === null ? undefined : receipts.get(payment.txid);
      if (payment.status === "broadcast") await endPayment(tx, payment, { end: "conflict" });
      else if (receipt) {
        await endPayment(tx, payment, { end: receipt.succeeded ? "settle" : "revert", feePaid: receipt.feeWei });
      }
    });
    await postColdSpends(tx, { chain: "ethereum", final });
    await saveAssets(tx, { assets, cold, height: final });
    await setFinal(tx, "ethereum", final);
  });
}

/** What may be decided now: final or lost deposits, and payments that are final or in conflict for good. */
async function findWork(tx: ReadTx, final: number) {
  const deposits = await openEthereumDeposits(tx, final);
  const payments = (await openPayments(tx, "ethereum")).filter(
    ({ status, block_height, conflict_height }) =>
      (status === "confirming" && block_height !== null && block_height <= final) ||
      (status === "broadcast" && conflict_height !== null && conflict_height <= final),
  );
  return { deposits, payments };
}

async function settleDeposit(tx: Tx, deposit: Deposit, known: ReadonlySet<string>): Promise<void> {
  if (deposit.block_height !== null) return creditDeposit(tx, deposit);
  const status = known.has(deposit.txid) ? "incoming" : "gone";
  if (deposit.status === "credited") return takeBackDeposit(tx, deposit, status);
  if (status === "incoming") return;
  await markGone(tx, deposit);
}

type Coin = Extract<CryptoCode, "ETH" | "USDT">;
type Measured = Readonly<Record<Coin, bigint>>;

/** Whole ledger units on every address that ever got something, at this block; `left` is what is too little to be swept. */
async function measure(db: Db, { node, token }: EthereumRail, height: number) {
  const addresses = await db.read(usedEthereumAddresses);
  const sums = await Promise.all(
    addresses.map(async ({ address, branch }) => ({
      isHot: branch === HOT.branch,
      ETH: await node.balance(address, height),
      USDT: await node.tokenBalance({ token, address, blockNumber: height }),
    })),
  );
  const left = (coin: Coin) => sums.map((one) => (one.isHot || one[coin] >= LEAST[coin] ? 0n : one[coin]));
  const whole = (coin: Coin, each: readonly bigint[]) => each.reduce((sum, one) => sum + one, 0n) / CHAIN_UNITS[coin];
  const ofBoth = (each: (coin: Coin) => readonly bigint[]): Measured => ({
    ETH: whole("ETH", each("ETH")),
    USDT: whole("USDT", each("USDT")),
  });
  return { all: ofBoth((coin) => sums.map((one) => one[coin])), left: ofBoth(left) };
}

/** The same of the cold address, and the number that its next transaction has. */
async function measureCold({ node, token }: EthereumRail, address: string | null, height: number) {
  if (address === null) return { ETH: 0n, USDT: 0n, nonce: null };
  return {
    ETH: (await node.balance(address, height)) / CHAIN_UNITS.ETH,
    USDT: (await node.tokenBalance({ token, address, blockNumber: height })) / CHAIN_UNITS.USDT,
    nonce: await node.nonce(address, "latest"),
  };
}

type Assets = {
  readonly assets: { readonly all: Measured; readonly left: Measured };
  readonly cold: Measured & { readonly nonce: number | null };
  readonly height: number;
};

async function saveAssets(tx: Tx, { assets, cold, height }: Assets): Promise<void> {
  for (const currency of ["ETH", "USDT"] as const) {
    const [units, leftUnits] = [assets.all[currency], assets.left[currency]];
    await saveAsset(tx, { currency, units, leftUnits, coldUnits: cold[currency], height });
  }
  if (cold.nonce !== null) await setColdNonce(tx, cold.nonce);
}
