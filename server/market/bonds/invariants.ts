/** Invariants of bonds: their accounts hold what was deposited and not returned; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";

export const BOND_CHECKS: readonly InvariantCheck[] = [
  { id: "I26", find: (tx) => accountsOfBonds(tx), findSince: accountsOfBonds },
];

/** Of each person and coin; since a watermark, of those whose bond moved. */
async function accountsOfBonds(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const which =
    watermark === undefined
      ? sql`account.name like 'user:%:bond'`
      : sql`account.id in (
          select unnest(array[posting.from_account, posting.to_account])
          from journals journal
          join postings posting on posting.journal_id = journal.id
          where ${committedSince(sql`journal.xid`, watermark)})
        and account.name like 'user:%:bond'`;
  const rows = await tx.rows<{ name: string; holds: string; moved: string }>`
    select account.name, account.balance_units::text as holds, moves.units::text as moved
    from ledger_accounts account
    cross join lateral (
      select coalesce(sum(case move.kind when 'deposit' then move.units else -move.units end), 0) as units
      from bond_moves move
      where move.user_id = split_part(account.name, ':', 2)::bigint and move.currency = account.currency
    ) as moves
    where ${which} and account.balance_units <> moves.units
    order by account.name
    limit 10`;
  return rows.map(({ name, holds, moved }) => `${name} holds ${holds}, its moves sum to ${moved}`);
}
