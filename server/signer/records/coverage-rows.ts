/** The SQL of what is owed, and of where coins of ours may lie: the amounts and the addresses are not taken from here. */
import type { ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { AddressRow } from "../addresses/own-addresses.ts";

/** A table with more rows was filled by an attacker: rows that are not read do not count as ours. */
const MOST_HINTS = 50_000;

type OwedRow = {
  readonly owed_units: bigint;
  /** Null in the only row when none was asked for. */
  readonly hash: string | null;
  readonly held_units: bigint | null;
};

/**
 * The balances of users and trades in a coin, and the given send-outs whose sums are still held: neither settled nor
 * returned. One statement reads both, so that no sum is missing or counted twice.
 */
export async function owedAndHeld(
  tx: ReadTx,
  { currency, sendOuts }: { currency: CryptoCode; sendOuts: readonly string[] },
): Promise<{ owedUnits: bigint; held: Map<string, bigint> }> {
  const rows = await tx.rows<OwedRow>`
    select owed.units as owed_units, reserved.hash, reserved.units as held_units
    from (
      select coalesce(sum(balance_units), 0)::bigint as units
      from ledger_accounts
      where kind in ('user', 'trade') and currency = ${currency}
    ) as owed
    left join (
      select journal.subject as hash, posting.units
      from unnest(${sendOuts}::text[]) as asked (hash)
      join journals journal on journal.kind = 'send_out_reserve' and journal.subject = asked.hash
      join postings posting on posting.journal_id = journal.id
      where not exists (
        select from journals ended
        where ended.kind in ('send_out_settle', 'send_out_fee', 'send_out_return') and ended.subject = asked.hash)
    ) as reserved on true`;
  const held = rows.flatMap(({ hash, held_units }) =>
    hash === null || held_units === null ? [] : [[hash, held_units] as const],
  );
  return { owedUnits: rows[0]?.owed_units ?? 0n, held: new Map(held) };
}

export type CoinHint = AddressRow & { readonly txid: string; readonly output_index: number };

/**
 * Outputs that the follower recorded as ours, the largest first: unspent, or spent by these payments. An output at a
 * user's address counts only if it is credited to that user: a withheld deposit does not cover other balances.
 */
export async function coinHints(tx: ReadTx, spentBy: readonly string[]): Promise<CoinHint[]> {
  return tx.rows<CoinHint>`
    select coin.txid, coin.output_index, address.chain, address.branch, address.path_index, address.address,
           address.purpose, address.user_id, address.currency, address.attestation
    from coins coin
    join wallet_addresses address on address.id = coin.address_id
    where (coin.spent_txid is null or coin.spent_txid = any(${spentBy}::text[]))
      and (address.purpose <> 'user' or exists (
        select
        from deposits deposit
        where deposit.chain = 'bitcoin' and deposit.txid = coin.txid and deposit.output_index = coin.output_index
          and deposit.address_id = coin.address_id and deposit.status = 'credited'))
    order by coin.units desc, coin.txid, coin.output_index
    limit ${MOST_HINTS}`;
}

export type ColdHint = {
  readonly txid: string;
  readonly output_index: number;
  readonly branch: 0 | 1;
  readonly path_index: number;
};

/** Outputs that the follower says lie in the cold account, the largest first. */
export async function coldHints(tx: ReadTx): Promise<ColdHint[]> {
  return tx.rows<ColdHint>`
    select txid, output_index, branch, path_index
    from cold_coins
    where spent_txid is null
    order by units desc, txid, output_index
    limit ${MOST_HINTS}`;
}

/** Our addresses that may hold ether or tokens, the hot one first, then those that something came to last. */
export async function addressHints(tx: ReadTx): Promise<AddressRow[]> {
  return tx.rows<AddressRow>`
    select chain, branch, path_index, address, purpose, user_id, currency, attestation
    from wallet_addresses
    where chain = 'ethereum'
      and (branch = 1 or exists (select from deposits where deposits.address_id = wallet_addresses.id))
    order by branch desc, id desc
    limit ${MOST_HINTS}`;
}

export type TakenBack = { readonly txid: string; readonly output_index: number; readonly units: bigint };

/** Deposits of users that were credited, and taken back for good or until now. */
export async function takenBack(tx: ReadTx, chain: ChainName, currency: CryptoCode): Promise<TakenBack[]> {
  return tx.rows<TakenBack>`
    select deposit.txid, deposit.output_index, deposit.units
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id and address.user_id is not null
    where deposit.chain = ${chain} and deposit.currency = ${currency} and deposit.round > 0
      and deposit.status <> 'credited'
    order by deposit.id
    limit ${MOST_HINTS}`;
}
