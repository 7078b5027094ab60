/** Invariants of orders at providers; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";

export const PROVIDER_CHECKS: readonly InvariantCheck[] = [
  { id: "P1", find: booksAtProviders },
  { id: "P2", find: (tx) => orderedSums(tx), findSince: orderedSums },
  { id: "P3", find: (tx) => groundsOfEnds(tx), findSince: groundsOfEnds },
];

/**
/**
 * What is booked at the providers is what their accepted statements close with, without the lines of orders, and with what was booked for
 * orders, whether a statement has it yet or not. The house issuer of gift cards has no money of the operator's.
 */
async function booksAtProviders(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; booked: string; expected: string }>`
    select 'outside:USD' as name, sums.booked::text, sums.expected::text
    from (
      select
        -coalesce((
          select sum(balance_units) from ledger_accounts
          where name in ('outside:USD:telco', 'outside:USD:bank', 'outside:USD:store', 'outside:USD:mobile_money')), 0) as booked,
        coalesce((
          select sum(book.closing_units)
          from (
            select distinct on (provider, currency) closing_units
            from provider_statements
            where is_accepted
            order by provider, currency, day desc
          ) as book), 0)
          - coalesce((
            select sum(line.units)
            from provider_statement_lines line
            join provider_statements book on book.id = line.statement_id and book.is_accepted
            where line.kind <> 'deposit'), 0)
          + coalesce((select sum(booked_units) from provider_orders where not is_house_issue(provider)), 0) as expected
    ) as sums
    where sums.booked <> sums.expected`;
  return rows.map(
    ({ name, booked, expected }) => `${name} has ${booked} at providers, their statements say ${expected}`,
  );
}

/** The accounts of ordered sums hold what the open orders reserved; each minute, those of users with an open one. */
async function orderedSums(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const accounts =
    watermark === undefined
      ? sql`select name, balance_units from ledger_accounts where kind = 'user' and name like '%:ordered'`
      : sql`
          select account.name, account.balance_units
          from ledger_accounts account
          where account.name in (select 'user:' || user_id || ':' || currency || ':ordered' from open)`;
  const rows = await tx.rows<{ name: string; holds: string; ordered: string }>`
    with open as (
      select user_id, currency, sum(units) as units
      from provider_orders
      where status in ('reserved', 'submitted', 'unknown', 'mismatch') and product <> 'on_ramp'
      group by user_id, currency
    )
    select coalesce(account.name, 'user:' || open.user_id || ':' || open.currency || ':ordered') as name,
           coalesce(account.balance_units, 0)::text as holds, coalesce(open.units, 0)::text as ordered
    from (${accounts}) as account
    full join open on 'user:' || open.user_id || ':' || open.currency || ':ordered' = account.name
    where coalesce(account.balance_units, 0) <> coalesce(open.units, 0)
    limit 10`;
  return rows.map(({ name, holds, ordered }) => `${name} holds ${holds}, open orders have ${ordered}`);
}

/** A settled order has its journal and one ground: an answer, a statement's line or two of the staff; a returned one has its journal. */
async function groundsOfEnds(tx: ReadTx, watermark?: Watermark): Promise<string[]> {
  const rows = await tx.rows<{ hash: string; status: string }>`
    select made.hash, made.status
    from provider_orders made
    left join journals journal
      on journal.kind = case when made.end_reason = 'came_back' then 'ramp_return_late' else order_journal(made.product, made.status) end
      and journal.subject = made.hash
    where made.ended_at is not null and (
      journal.id is null
      or (made.status = 'settled' and case made.end_reason
        when 'chosen' then made.booked_units <= 0
        when 'delivered' then 1 <> (select count(*) from provider_attempts attempt where attempt.order_id = made.id and attempt.outcome = 'succeeded')
        when 'statement' then 1 <> (select count(*) from provider_statement_lines line where line.order_id = made.id and line.kind = 'order')
        when 'staff' then made.case_at is null
        else true end))
      and ${watermark === undefined ? sql`true` : sql`(journal.id is null or ${committedSince(sql`journal.xid`, watermark)})`}
    limit 10`;
  return rows.map(({ hash, status }) => `order ${hash} is ${status} without a ground`);
}
