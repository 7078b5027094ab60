/** The SQL of bonds: the required and the held amount, until when it is held, and the functions that move it. */
import type { CryptoCode } from "#contract/money/money.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { BondBehaviour } from "#contract/market/offers/offer-fields.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type Standing = {
  readonly user_id: bigint;
  readonly behaviour: BondBehaviour;
  /** Cents of a dollar. */
  readonly needed_cents: bigint;
  readonly held_cents: bigint;
};

export async function standingsOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Standing[]> {
  return tx.rows<Standing>`
    select user_id, behaviour, needed_cents, held_cents
    from bond_standings(${userIds}::bigint[], ${tx.now})`;
}

/** Base units by coin, of what is held now. */
export async function holdingsOf(tx: ReadTx, userId: bigint): Promise<{ currency: CryptoCode; units: bigint }[]> {
  return tx.rows<{ currency: CryptoCode; units: bigint }>`
    select currency, units
    from bond_holdings(${[userId]}::bigint[])
    order by currency`;
}

export type Lock = { readonly is_in_trade: boolean; readonly locked_until: Date | null };

export async function lockOf(tx: ReadTx, userId: bigint): Promise<Lock> {
  const rows = await tx.rows<Lock>`
    select is_in_trade, locked_until
    from bond_lock(${userId}, ${tx.now})`;
  return onlyRow(rows);
}

/** The units of each coin that are worth so many cents now; coins without a valid price are left out. */
export async function unitsOfEach(tx: ReadTx, cents: bigint): Promise<{ currency: CryptoCode; units: bigint }[]> {
  return tx.rows<{ currency: CryptoCode; units: bigint }>`
    select coin.currency, coin.units
    from (
      select one.currency, bond_units(${cents}, one.currency, ${tx.now}) as units
      from unnest(${[...CRYPTO_CODES]}::text[]) as one (currency)
    ) as coin
    where coin.units is not null
    order by coin.currency`;
}

export type BondMove = { readonly userId: bigint; readonly hash: string; readonly at: Date };

/** `deposited`, or why not: `nothing_missing`, `on_hold`, `restricted`, `no_rate`, `insufficient`, `halted:<name>`. */
export async function depositMissing(
  tx: Tx,
  { userId, hash, currency, at }: BondMove & { readonly currency: CryptoCode },
): Promise<{ outcome: string; units: bigint | null }> {
  const rows = await tx.rows<{ outcome: string; units: bigint | null }>`
    select outcome, units
    from deposit_bond(${userId}, ${hash}, ${currency}, ${at})`;
  return onlyRow(rows);
}

/** `returned`, or why not: `nothing`, `in_trade`, `locked`, `on_hold`, `restricted`, `halted:<name>`. */
export async function returnAll(tx: Tx, { userId, hash, at }: BondMove): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from return_bond(${userId}, ${hash}, ${at})`;
  return onlyRow(rows).outcome;
}

/** As the owner of the database alone may. */
export async function insertDeposits(
  tx: Tx,
  moves: readonly { readonly userId: bigint; readonly hash: string }[],
  { units, usdCents }: { units: bigint; usdCents: bigint },
): Promise<void> {
  await tx.rows`
    insert into bond_moves (hash, currency, user_id, kind, units, usd_cents, at)
    select made.hash, 'USDT', made.user_id, 'deposit', ${units}, ${usdCents}, ${tx.now}
    from unnest(${moves.map(({ hash }) => hash)}::text[], ${moves.map(({ userId }) => userId)}::bigint[])
      as made (hash, user_id)`;
}
