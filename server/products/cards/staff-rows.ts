/** The SQL of virtual cards for administrators. */
import type { CardStatus, Decline, PaymentState } from "#contract/products/cards/names.ts";
import type { CardLineState } from "#contract/products/cards/staff-cards.ts";
import type { CardList } from "#contract/products/cards/staff-card-names.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type StaffLine = {
  row: bigint;
  username: string | null;
  last4: string | null;
  merchant: string | null;
  reference: string | null;
  state: CardLineState;
  words: string | null;
  units: bigint | null;
  other_units: bigint | null;
  at: Date;
  until: Date | null;
};

/** What the issuer's statements and the booked entries do not share: lines by the even numbers, entries by the odd ones. */
const DIFFERENCES = sql`
    select 2 * (book.id * 1000000 + line.n) as row, null as username, null as last4, line.kind as merchant, line.entry_id as reference,
      'not_booked' as state, null as words, line.units, null::bigint as other_units, book.day::timestamp at time zone 'UTC' as at,
      null::timestamptz as until
    from card_statement_lines line
    join card_statements book on book.id = line.statement_id
    where not exists (
      select from card_entries entry
      where entry.external_id = line.entry_id and entry.kind = line.kind and entry.usd_units = line.units)
    union all
    select 2 * entry.id + 1, person.username, card.last4, entry.kind, entry.external_id, 'not_stated', null, entry.usd_units, null, entry.at, null
    from card_entries entry
    join cards card on card.id = entry.card_id
    join users person on person.id = entry.user_id
    where entry.kind <> 'reversal' and entry.at < (
        select ((max(book.day) + 1)::timestamp at time zone 'UTC') from card_statements book)
      and not exists (
        select from card_statement_lines line
        where line.entry_id = entry.external_id and line.kind = entry.kind and line.units = entry.usd_units)`;

const PARTS: Readonly<Record<CardList, (before: bigint | null) => Fragment>> = {
  disputes: (before) => sql`
    select one.id as row, person.username, card.last4, taken.merchant, coalesce(one.issuer_ref, taken.external_id) as reference,
      case when one.ended_at is null and one.send_at is null and one.fault is not null then 'incomplete' else one.status end as state,
      one.evidence as words, one.usd_units as units, one.credited_units as other_units, one.opened_at as at, one.ended_at as until
    from card_disputes one
    join card_entries taken on taken.id = one.entry_id
    join cards card on card.id = one.card_id
    join users person on person.id = one.user_id
    where ${before}::bigint is null or one.id < ${before}`,
  holds: (before) => sql`
    select one.id as row, person.username, card.last4, one.merchant, one.external_id as reference, 'held' as state, null as words,
      one.held_units as units, null::bigint as other_units, one.at, one.expires_at as until
    from card_authorizations one
    join cards card on card.id = one.card_id
    join users person on person.id = one.user_id
    where one.held_units > 0 and (${before}::bigint is null or one.id < ${before})`,
  debts: (before) => sql`
    select debt.user_id as row, person.username, null as last4, null as merchant, null as reference,
      case when debt.repaid_units < debt.units then 'owed' else 'repaid' end as state, null as words,
      debt.units - debt.repaid_units as units, debt.repaid_units as other_units, debt.changed_at as at, null::timestamptz as until
    from card_debts debt
    join users person on person.id = debt.user_id
    where debt.repaid_units < debt.units and (${before}::bigint is null or debt.user_id < ${before})`,
  messages: (before) => sql`
    select message.id as row, null as username, null as last4, message.entry_kind as merchant, message.entry_id as reference,
      message.outcome as state, null as words, message.entry_units as units, null::bigint as other_units, message.received_at as at,
      null::timestamptz as until
    from card_messages message
    where message.outcome not in ('booked', 'repeated') and (${before}::bigint is null or message.id < ${before})`,
  statements: (before) => sql`
    select row, username, last4, merchant, reference, state, words, units, other_units, at, until
    from (${DIFFERENCES}) as found
    where ${before}::bigint is null or found.row < ${before}`,
};

/** Newest first. */
export async function staffLines(
  tx: ReadTx,
  { show, before, limit }: { show: CardList; before: bigint | null; limit: number },
): Promise<StaffLine[]> {
  return tx.rows<StaffLine>`
    select row, username, last4, merchant, reference, state, words, units, other_units, at, until
    from (${PARTS[show](before)}) as line
    order by row desc
    limit ${limit}`;
}

type Sums = {
  balance: bigint;
  held: bigint;
  owed: bigint;
  inventory: bigint;
  issuer: bigint;
  inventory_usdt: bigint;
  ended_at: Date | null;
};

export async function staffSums(tx: ReadTx): Promise<Sums> {
  const rows = await tx.rows<Sums>`
    select
      coalesce((
        select sum(books.balance_units)
        from card_accounts account
        join ledger_accounts books on books.name = 'user:' || account.user_id || ':USD:card'), 0)::bigint as balance,
      coalesce((select sum(held_units) from card_authorizations where held_units > 0), 0)::bigint as held,
      coalesce((select sum(units - repaid_units) from card_debts), 0)::bigint as owed,
      coalesce((select balance_units from ledger_accounts where name = 'house:USD:inventory'), 0) as inventory,
      -coalesce((select balance_units from ledger_accounts where name = 'outside:USD:issuer'), 0) as issuer,
      coalesce((select balance_units from ledger_accounts where name = 'house:USDT:inventory'), 0) as inventory_usdt,
      (select max(at) from card_program_ends) as ended_at`;
  return onlyRow(rows);
}

export async function cardsByStatus(tx: ReadTx): Promise<{ status: CardStatus; count: number }[]> {
  return tx.rows<{ status: CardStatus; count: number }>`
    select status, count(*)::int as count
    from cards
    group by status
    order by status`;
}

type ByState = { state: PaymentState; reason: Decline | null; count: number; units: bigint };

/** Of the last 30 days; declined ones by their reason. */
export async function paymentsByState(tx: ReadTx): Promise<ByState[]> {
  return tx.rows<ByState>`
    select status as state, decline_code as reason, count(*)::int as count, sum(greatest(usd_units, captured_units))::bigint as units
    from card_authorizations
    where at > ${tx.now}::timestamptz - interval '30 days' and status <> 'unseen'
    group by status, decline_code
    order by count(*) desc, status, decline_code`;
}

type Counts = {
  disputes: number;
  holds: number;
  debts: number;
  messages: number;
  statements: number;
  waiting: number;
  unsent: number;
  stated_until: string | null;
};

/** Of disputes the open ones. */
export async function staffCounts(tx: ReadTx): Promise<Counts> {
  const rows = await tx.rows<Counts>`
    select
      (select count(*)::int from card_disputes where ended_at is null) as disputes,
      (select count(*)::int from card_authorizations where held_units > 0) as holds,
      (select count(*)::int from card_debts where repaid_units < units) as debts,
      (select count(*)::int from card_messages where outcome not in ('booked', 'repeated')) as messages,
      (select count(*)::int from (${DIFFERENCES}) as found) as statements,
      (select count(*)::int from card_messages where handled_at is null) as waiting,
      (select count(*)::int from cards where sent_version < version and tries > 1) as unsent,
      (select max(day)::text from card_statements) as stated_until`;
  return onlyRow(rows);
}
