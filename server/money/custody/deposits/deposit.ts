/**
 * A deposit from first sight to the ledger. It is posted when the deposit is final for its chain and posted back
 * when a reorganisation takes it; a credit and its reversal carry the same round, so that each exists once.
 */
import type { CryptoCode } from "#contract/money/money.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { CHAIN_UNITS } from "../rails/rails.ts";
import { emitWalletEvent } from "../emit-wallet-event.ts";
import { type Deposit, postCredit, postTakenBack } from "./deposit-rows.ts";

const COINBASE_CONFIRMATIONS = 100;

export type DepthRule = { readonly blocks: number; readonly smallUsdCents: bigint };

/** How many blocks, its own among them, make a bitcoin deposit final. Without a rate none counts as small. */
export function confirmationsNeeded(
  { isCoinbase, usdCents }: { isCoinbase: boolean; usdCents: bigint | undefined },
  { blocks, smallUsdCents }: DepthRule,
): number {
  if (isCoinbase) return COINBASE_CONFIRMATIONS;
  return usdCents !== undefined && usdCents < smallUsdCents ? 1 : blocks;
}

/** Whole ledger units, rounded down, and what is left over in the chain's units. */
export function unitsFromChain(currency: CryptoCode, chainUnits: bigint): { units: bigint; rest: bigint } {
  return { units: chainUnits / CHAIN_UNITS[currency], rest: chainUnits % CHAIN_UNITS[currency] };
}

/**
 * Posts a deposit that is final. Once a round: a second call changes nothing. What the operator lost to an earlier
 * reversal of the same deposit is taken back first, and the user's hold ends with it.
 */
export async function creditDeposit(tx: Tx, deposit: Deposit): Promise<void> {
  if (!(await postCredit(tx, deposit))) return;
  emitDeposit(tx, deposit, "deposit_credited");
}

/**
 * Takes back what a reorganisation took back. What the user has spent already is the operator's loss, and a hold keeps the
 * rest of the user's money in until staff has looked: the balance never goes below zero.
 */
export async function takeBackDeposit(tx: Tx, deposit: Deposit, status: "incoming" | "gone"): Promise<void> {
  if (!(await postTakenBack(tx, deposit, status)) || deposit.units === 0n) return;
  emitDeposit(tx, deposit, "deposit_reverted");
}

export function emitDeposit(
  tx: Tx,
  deposit: Pick<Deposit, "user_id" | "currency" | "hash" | "units" | "txid">,
  reason: "deposit_seen" | "deposit_credited" | "deposit_reverted",
): void {
  if (deposit.user_id === null) return;
  emitWalletEvent(tx, {
    userId: deposit.user_id,
    currency: deposit.currency,
    reason,
    subject: deposit.hash,
    units: deposit.units,
    txid: deposit.txid,
  });
}
