/**
 * What must hold in the ledger at every moment. Tests, the crash runs and two periodic jobs call the same function; each
 * module adds the invariants of its own tables. docs/invariants.md explains every id.
 */
import type { HaltName } from "#contract/staff/names.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { committedSince, movedSince, type Watermark } from "./watermark-rows.ts";

export type Violation = {
  readonly invariant: string;
  readonly detail: string;
  /** What alone stops for it; absent: everything that stops when the books are broken. */
  readonly halts?: readonly HaltName[];
};

export type InvariantCheck = {
  readonly id: string;
  /** Over everything there is. */
  readonly find: (tx: Tx) => Promise<string[]>;
  /** Over what committed since the watermark and what is open; without this only the check in full looks. */
  readonly findSince?: (tx: Tx, watermark: Watermark) => Promise<string[]>;
  /** Where not everything stops for it. */
  readonly halts?: readonly HaltName[];
};

/** The ledger's own invariants: I1 sums to zero, I2 journals are whole, I3 balances equal postings, I4 no account is overdrawn. */
export const LEDGER_CHECKS: readonly InvariantCheck[] = [
  { id: "I1", find: sumsToZero },
  { id: "I2", find: (tx) => journalsAreWhole(tx), findSince: journalsAreWhole },
  { id: "I2", find: postingsHaveTheirJournal },
  { id: "I3", find: balancesEqualPostings, findSince: balancesFollow },
  { id: "I4", find: (tx) => nobodyOverdrawn(tx), findSince: nobodyOverdrawn },
];

/** Runs the checks in one snapshot where the caller's transaction gives one. Empty when every invariant holds. */
export async function checkInvariants(
  tx: Tx,
  checks: readonly InvariantCheck[],
  watermark?: Watermark,
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { id, find, findSince, halts } of checks) {
    const details = watermark === undefined ? await find(tx) : await findSince?.(tx, watermark);
    for (const detail of details ?? []) found.push({ invariant: id, detail, ...(halts && { halts }) });
  }
  return found;
}

async function sumsToZero(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ currency: string; units: string }>`
    select currency, sum(balance_units)::text as units
    from ledger_accounts
    group by currency
    having sum(balance_units) <> 0`;
  return rows.map((row) => `the balances in ${row.currency} sum to ${row.units}`);
}

async function journalsAreWhole(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint; kind: string; subject: string }>`
    select id, kind, subject
    from journals
    where not exists (select from postings where journal_id = journals.id)
      and ${watermark === undefined ? sql`true` : committedSince(sql`journals.xid`, watermark)}
    limit 10`;
  return rows.map((row) => `journal ${row.id} (${row.kind} ${row.subject}) has no posting`);
}

async function postingsHaveTheirJournal(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint; journal_id: bigint }>`
    select id, journal_id
    from postings
    where not exists (select from journals where journals.id = postings.journal_id)
    limit 10`;
  return rows.map((row) => `posting ${row.id} belongs to journal ${row.journal_id}, which is not there`);
}

type Fold = { name: string; balance: string; folded: string };

function unlike(rows: readonly Fold[]): string[] {
  return rows.map((row) => `${row.name} holds ${row.balance}, its postings sum to ${row.folded}`);
}

async function balancesEqualPostings(tx: ReadTx): Promise<string[]> {
  return unlike(
    await tx.rows<Fold>`
      select account.name, account.balance_units::text as balance, coalesce(fold.units, 0)::text as folded
      from ledger_accounts account
      left join (${movedSince(undefined)}) as fold on fold.account_id = account.id
      where account.balance_units <> coalesce(fold.units, 0)
      limit 10`,
  );
}

/** Each account that outlives a trade against what its postings came to and what was posted since; of the trades' those that moved. */
async function balancesFollow(tx: ReadTx, watermark: Watermark): Promise<string[]> {
  return unlike(
    await tx.rows<Fold>`
      with moved as materialized (${movedSince(watermark)})
      select compared.name, compared.balance_units::text as balance, compared.folded::text as folded
      from (
        select account.name, account.balance_units, coalesce(fold.units, 0) + coalesce(moved.units, 0) as folded
        from ledger_accounts account
        left join ledger_folds fold on fold.account_id = account.id
        left join moved on moved.account_id = account.id
        where account.kind <> 'trade'
        union all
        select account.name, account.balance_units, entered.units - gone.units
        from moved
        join ledger_accounts account on account.id = moved.account_id and account.kind = 'trade'
        cross join lateral (select coalesce(sum(units), 0) as units from postings where to_account = account.id) as entered
        cross join lateral (select coalesce(sum(units), 0) as units from postings where from_account = account.id) as gone
      ) as compared
      where compared.balance_units <> compared.folded
      limit 10`,
  );
}

async function nobodyOverdrawn(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const among =
    watermark === undefined
      ? sql`ledger_accounts`
      : sql`(
          select name, balance_units, may_overdraw from ledger_accounts where kind <> 'trade'
          union all
          select account.name, account.balance_units, account.may_overdraw
          from (${movedSince(watermark)}) as moved
          join ledger_accounts account on account.id = moved.account_id and account.kind = 'trade'
        )`;
  const rows = await tx.rows<{ name: string; units: string }>`
    select name, balance_units::text as units
    from ${among} as account
    where balance_units < 0 and not may_overdraw
    limit 10`;
  return rows.map((row) => `${row.name} has ${row.units}`);
}
