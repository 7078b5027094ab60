/**
 * A deposit from first sight to the ledger. It is posted when the deposit is final for its chain and posted back
 * when a reorganisation takes it; a credit and its reversal carry the same round, so that each exists once.
 */
import type { CryptoCode } from "#contract/money.ts";
import type { Tx } from "../../platform/db.ts";
import { accountOf, balanceOf, post, postEach } from "../ledger/index.ts";
import { CHAIN_UNITS } from "./rails.ts";
import { emitWalletEvent } from "./emit-wallet-event.ts";
import {
  addDust,
  addHold,
  type Deposit,
  liftHold,
  lockHold,
  markCredited,
  markTakenBack,
  takeDust,
} from "./deposit-rows.ts";

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
  const round = deposit.round + 1;
  const changed = await markCredited(tx, deposit, round);
  if (!changed) return;
  const { currency, units } = deposit;
  const chain = accountOf.chain(currency);
  const repaid = await repayHold(tx, deposit);
  const postings = [
    { from: chain, to: accountOf.house(currency, "loss"), units: repaid },
    { from: chain, to: ownerAccount(deposit), units: units - repaid },
  ].filter((posting) => posting.units > 0n);
  if (postings.length > 0) await post(tx, [{ kind: "deposit", subject: `${deposit.hash}:${round}`, postings }]);
  if (round === 1) await keepDust(tx, deposit);
  emitDeposit(tx, deposit, "deposit_credited");
}

/**
 * Takes back what a reorganisation took back. What the user has spent already is the operator's loss, and a hold keeps the
 * rest of the user's money in until staff has looked: the balance never goes below zero.
 */
export async function takeBackDeposit(tx: Tx, deposit: Deposit, status: "incoming" | "gone"): Promise<void> {
  const changed = await markTakenBack(tx, deposit, status);
  if (!changed || deposit.units === 0n) return;
  const { currency, units } = deposit;
  const kind = "deposit_reversal";
  const subject = `${deposit.hash}:${deposit.round}`;
  const chain = accountOf.chain(currency);
  const owner = ownerAccount(deposit);
  const [outcome] = await postEach(tx, [{ kind, subject, postings: [{ from: owner, to: chain, units }] }]);
  if (outcome === "insufficient") {
    // The account is locked by the attempt, so this balance stays what it is.
    const left = await balanceOf(tx, owner);
    const lost = units - left;
    const postings = [
      { from: owner, to: chain, units: left },
      { from: accountOf.house(currency, "loss"), to: chain, units: lost },
    ].filter((posting) => posting.units > 0n);
    await post(tx, [{ kind, subject, postings }]);
    await holdUser(tx, deposit, lost);
  }
  emitDeposit(tx, deposit, "deposit_reverted");
}

function ownerAccount({ user_id, currency }: Pick<Deposit, "user_id" | "currency">): string {
  return user_id === null ? accountOf.house(currency, "inventory") : accountOf.available(user_id, currency);
}

async function holdUser(tx: Tx, deposit: Deposit, owedUnits: bigint): Promise<void> {
  if (deposit.user_id === null) return;
  await addHold(tx, deposit, owedUnits);
}

async function repayHold(tx: Tx, deposit: Deposit): Promise<bigint> {
  const hold = await lockHold(tx, deposit.id);
  if (!hold) return 0n;
  await liftHold(tx, hold.id);
  return hold.owed_units;
}

/** What is finer than our unit is the operator's, and is posted as soon as it makes whole units. */
async function keepDust(tx: Tx, deposit: Deposit): Promise<void> {
  const { rest } = unitsFromChain(deposit.currency, BigInt(deposit.chain_units));
  if (rest === 0n) return;
  const kept = await addDust(tx, deposit.currency, rest);
  const whole = kept / CHAIN_UNITS[deposit.currency];
  if (whole === 0n) return;
  await takeDust(tx, deposit.currency, whole * CHAIN_UNITS[deposit.currency]);
  const to = accountOf.house(deposit.currency, "dust");
  await post(tx, [
    {
      kind: "deposit_dust",
      subject: deposit.hash,
      postings: [{ from: accountOf.chain(deposit.currency), to, units: whole }],
    },
  ]);
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
