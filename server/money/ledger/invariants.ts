/**
 * What must hold in the ledger at every moment. Tests, the crash runs and a periodic job call the same function; each
 * module adds the invariants of its own tables. docs/invariants.md explains every id.
 */
import type { ReadTx, Tx } from "../../platform/db.ts";

export type Violation = { readonly invariant: string; readonly detail: string };

export type InvariantCheck = { readonly id: string; readonly find: (tx: Tx) => Promise<string[]> };

/** The ledger's own invariants: I1 sums to zero, I2 journals are whole, I3 balances equal postings, I4 nobody overdrawn. */
export const LEDGER_CHECKS: readonly InvariantCheck[] = [
  { id: "I1", find: sumsToZero },
  { id: "I2", find: journalsAreWhole },
  { id: "I3", find: balancesEqualPostings },
  { id: "I4", find: nobodyOverdrawn },
];

/** Runs the checks in one snapshot where the caller's transaction gives one. Empty when every invariant holds. */
export async function checkInvariants(tx: Tx, checks: readonly InvariantCheck[]): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { id, find } of checks) {
    for (const detail of await find(tx)) found.push({ invariant: id, detail });
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

async function journalsAreWhole(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint; kind: string; subject: string }>`
    select id, kind, subject
    from journals
    where not exists (select from postings where journal_id = journals.id)
    limit 10`;
  return rows.map((row) => `journal ${row.id} (${row.kind} ${row.subject}) has no posting`);
}

async function balancesEqualPostings(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; balance: string; folded: string }>`
    select account.name, account.balance_units::text as balance, coalesce(fold.units, 0)::text as folded
    from ledger_accounts account
    left join (
      select account_id, sum(delta) as units
      from (
        select to_account as account_id, units as delta from postings
        union all
        select from_account, -units from postings
      ) as moves
      group by account_id
    ) as fold on fold.account_id = account.id
    where account.balance_units <> coalesce(fold.units, 0)
    limit 10`;
  return rows.map((row) => `${row.name} holds ${row.balance}, its postings sum to ${row.folded}`);
}

async function nobodyOverdrawn(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; units: string }>`
    select name, balance_units::text as units
    from ledger_accounts
    where balance_units < 0 and not may_overdraw
    limit 10`;
  return rows.map((row) => `${row.name} stands at ${row.units}`);
}
