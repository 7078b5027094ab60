/**
 * A deposit from first sight to the books. The ledger is posted when the deposit is final for its chain and posted back
 * when a reorganisation takes it; a credit and its reversal carry the same round, so that each exists once.
 */
import type { CryptoCode } from "#contract/money.ts";
import type { Tx } from "../../platform/db.ts";
import { accountOf, balanceOf, post, postEach } from "../ledger/index.ts";
import { CHAIN_UNITS } from "./rails.ts";
import { emitWalletEvent } from "./emit-wallet-event.ts";

export type Deposit = {
  readonly id: bigint;
  readonly hash: string;
  readonly chain: "bitcoin" | "ethereum";
  readonly txid: string;
  readonly output_index: number;
  readonly currency: CryptoCode;
  /** Null when it is the house's. */
  readonly user_id: bigint | null;
  readonly chain_units: string;
  readonly units: bigint;
  readonly status: "incoming" | "credited" | "gone" | "quarantined";
  readonly block_height: number | null;
  readonly is_coinbase: boolean;
  readonly round: number;
};

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
 * Posts a deposit that is final. Once a round: a second call changes nothing. What the house lost to an earlier
 * reversal of the same deposit is taken back first, and the user's hold ends with it.
 */
export async function creditDeposit(tx: Tx, deposit: Deposit): Promise<void> {
  const round = deposit.round + 1;
  const [changed] = await tx.rows`
    update deposits
    set status = 'credited', round = ${round}, credited_at = ${tx.now}
    where id = ${deposit.id} and status = 'incoming' and round = ${deposit.round}
    returning id`;
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
  tellDeposit(tx, deposit, "deposit_credited");
}

/**
 * Takes back what a reorganisation took back. What the user has spent already is the house's loss, and a hold keeps the
 * rest of his money in until somebody has looked: his balance never goes below zero.
 */
export async function takeBackDeposit(tx: Tx, deposit: Deposit, status: "incoming" | "gone"): Promise<void> {
  const [changed] = await tx.rows`
    update deposits
    set status = ${status}
    where id = ${deposit.id} and status = 'credited' and round = ${deposit.round}
    returning id`;
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
  tellDeposit(tx, deposit, "deposit_reverted");
}

function ownerAccount({ user_id, currency }: Pick<Deposit, "user_id" | "currency">): string {
  return user_id === null ? accountOf.house(currency, "inventory") : accountOf.available(user_id, currency);
}

async function holdUser(tx: Tx, deposit: Deposit, owedUnits: bigint): Promise<void> {
  if (deposit.user_id === null) return;
  await tx.rows`
    insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
    values (${deposit.user_id}, ${deposit.currency}, ${owedUnits}, ${deposit.id}, 'deposit_reversed', ${tx.now})
    on conflict (deposit_id) do update
    set owed_units = wallet_holds.owed_units + excluded.owed_units, lifted_at = null`;
}

async function repayHold(tx: Tx, deposit: Deposit): Promise<bigint> {
  const [hold] = await tx.rows<{ id: bigint; owed_units: bigint }>`
    select id, owed_units
    from wallet_holds
    where deposit_id = ${deposit.id} and lifted_at is null
    for update`;
  if (!hold) return 0n;
  await tx.rows`
    update wallet_holds
    set owed_units = 0, lifted_at = ${tx.now}
    where id = ${hold.id}`;
  return hold.owed_units;
}

/** What is finer than our unit is the house's, and is posted as soon as it makes whole units. */
async function keepDust(tx: Tx, deposit: Deposit): Promise<void> {
  const { rest } = unitsFromChain(deposit.currency, BigInt(deposit.chain_units));
  if (rest === 0n) return;
  const [kept] = await tx.rows<{ chain_units: string }>`
    insert into wallet_dust (currency, chain_units)
    values (${deposit.currency}, ${rest})
    on conflict (currency) do update set chain_units = wallet_dust.chain_units + excluded.chain_units
    returning chain_units`;
  const whole = BigInt(kept?.chain_units ?? 0) / CHAIN_UNITS[deposit.currency];
  if (whole === 0n) return;
  await tx.rows`
    update wallet_dust
    set chain_units = chain_units - ${whole * CHAIN_UNITS[deposit.currency]}
    where currency = ${deposit.currency}`;
  const to = accountOf.house(deposit.currency, "dust");
  await post(tx, [
    {
      kind: "deposit_dust",
      subject: deposit.hash,
      postings: [{ from: accountOf.chain(deposit.currency), to, units: whole }],
    },
  ]);
}

export function tellDeposit(
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
