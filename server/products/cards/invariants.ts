/** Invariants of virtual cards; see docs/invariants.md. */
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const CARD_CHECKS: readonly InvariantCheck[] = [
  { id: "C1", find: heldSums, findSince: heldSums },
  { id: "C2", find: debtsAreEntries, findSince: debtsAreEntries },
  { id: "C3", find: nothingApprovedAfterTheEnd },
  { id: "C4", find: nothingBackTwice, findSince: nothingBackTwice },
  { id: "C5", find: everyEntryStated },
];

/** What users' card_held accounts have is what is held for their open questions. */
async function heldSums(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; account: string; held: string }>`
    select coalesce(open.user_id, account.user_id) as user_id, coalesce(account.units, 0)::text as account, coalesce(open.units, 0)::text as held
    from (
      select user_id, sum(held_units) as units
      from card_authorizations
      where held_units > 0
      group by user_id
    ) as open
    full join (
      select person.user_id, books.balance_units as units
      from card_accounts person
      join ledger_accounts books on books.name = 'user:' || person.user_id || ':USD:card_held'
      where books.balance_units <> 0
    ) as account on account.user_id = open.user_id
    where coalesce(account.units, 0) <> coalesce(open.units, 0)
    limit 10`;
  return rows.map(
    ({ user_id, account, held }) => `user ${user_id} has ${account} cents held, the questions hold ${held}`,
  );
}

/** What a user owes is what the entries left uncovered. */
async function debtsAreEntries(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ user_id: bigint; debt: string; entries: string }>`
    select coalesce(debt.user_id, entry.user_id) as user_id, coalesce(debt.units, 0)::text as debt, coalesce(entry.units, 0)::text as entries
    from card_debts debt
    full join (
      select user_id, sum(debt_units) as units
      from card_entries
      where debt_units > 0
      group by user_id
    ) as entry on entry.user_id = debt.user_id
    where coalesce(debt.units, 0) <> coalesce(entry.units, 0)
    limit 10`;
  return rows.map(
    ({ user_id, debt, entries }) => `user ${user_id} owes ${debt} cents, the entries left ${entries} uncovered`,
  );
}

async function nothingApprovedAfterTheEnd(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ external_id: string }>`
    select one.external_id
    from card_authorizations one
    join cards card on card.id = one.card_id
    where card.ended_at is not null and one.at > card.ended_at and one.status in ('approved', 'closed', 'reversed', 'expired')
      and one.usd_units > 0
    limit 10`;
  return rows.map(({ external_id }) => `${external_id} was approved after its card had ended`);
}

/** Of what a merchant took, refunds and credits of its dispute together give back no more. */
async function nothingBackTwice(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ external_id: string; taken: string; back: string }>`
    select taken.external_id, taken.usd_units::text as taken, (one.credited_units + coalesce(refund.units, 0))::text as back
    from card_disputes one
    join card_entries taken on taken.id = one.entry_id
    left join lateral (
      select sum(entry.usd_units) as units from card_entries entry where entry.refunds_id = taken.id
    ) as refund on true
    where one.credited_units + coalesce(refund.units, 0) > taken.usd_units
    limit 10`;
  return rows.map(({ external_id, taken, back }) => `of ${taken} cents of ${external_id}, ${back} came back`);
}

/** What was booked by the end of the last statement's day is in a statement: a statement names all that the issuer sent before. */
async function everyEntryStated(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ external_id: string }>`
    select entry.external_id
    from card_entries entry
    where entry.kind <> 'reversal' and entry.at < (
        select ((max(book.day) + 1)::timestamp at time zone 'UTC') from card_statements book)
      and not exists (
        select from card_statement_lines line
        where line.entry_id = entry.external_id and line.kind = entry.kind and line.units = entry.usd_units)
    order by entry.id desc
    limit 10`;
  return rows.map(({ external_id }) => `${external_id} was booked, and no statement of the issuer has it`);
}
