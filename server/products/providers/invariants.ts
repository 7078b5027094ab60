/** Invariants of orders at providers; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import { committedSince, type InvariantCheck, type Watermark } from "../../money/ledger/index.ts";

export const PROVIDER_CHECKS: readonly InvariantCheck[] = [
  { id: "P1", find: booksAtProviders },
  { id: "P2", find: (tx) => orderedSums(tx), findSince: orderedSums },
  { id: "P3", find: (tx) => groundsOfEnds(tx), findSince: groundsOfEnds },
];

/**
 * What is booked at the providers of a product is what their accepted statements close with, but for orders that are settled and in no
 * statement yet, and lines that nothing is booked for. The house issuer of gift cards has no money of the operator's.
 */
async function booksAtProviders(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; booked: string; expected: string }>`
    with books as (
      select distinct on (provider, currency) product, closing_units
      from provider_statements
      where is_accepted
      order by provider, currency, day desc
    ), lines as (
      select book.product, sum(line.units - case
        when line.kind = 'deposit' then line.units
        when made.status = 'settled' then -made.charged_units
        else 0 end) as unbooked
      from provider_statement_lines line
      join provider_statements book on book.id = line.statement_id and book.is_accepted
      left join provider_orders made on made.id = line.order_id
      group by book.product
    ), later as (
      select made.product, sum(made.charged_units) as units
      from provider_orders made
      where made.status = 'settled' and not is_house_issue(made.provider) and not exists (
        select from provider_statement_lines line
        join provider_statements book on book.id = line.statement_id and book.is_accepted
        where line.order_id = made.id)
      group by made.product
    )
    select sums.name, sums.booked::text, sums.expected::text
    from (
      select outside.name,
        -coalesce((select balance_units from ledger_accounts account where account.name = outside.name), 0) as booked,
        coalesce((select sum(closing_units) from books where books.product = outside.product), 0)
          - coalesce((select unbooked from lines where lines.product = outside.product), 0)
          - coalesce((select units from later where later.product = outside.product), 0) as expected
      from (values ('top_up', 'outside:USD:telco'), ('store', 'outside:USD:store')) as outside (product, name)
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
      where status in ('reserved', 'submitted', 'unknown', 'mismatch')
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
      on journal.kind = case made.status when 'settled' then 'provider_done' else 'provider_return' end and journal.subject = made.hash
    where made.ended_at is not null and (
      journal.id is null
      or (made.status = 'settled' and case made.end_reason
        when 'delivered' then 1 <> (select count(*) from provider_attempts attempt where attempt.order_id = made.id and attempt.outcome = 'succeeded')
        when 'statement' then 1 <> (select count(*) from provider_statement_lines line where line.order_id = made.id)
        when 'staff' then made.case_at is null
        else true end))
      and ${watermark === undefined ? sql`true` : sql`(journal.id is null or ${committedSince(sql`journal.xid`, watermark)})`}
    limit 10`;
  return rows.map(({ hash, status }) => `order ${hash} is ${status} without a ground`);
}
