/** The SQL of the ledger as administrators see them. Journals go by number, so that a page costs what it shows. */
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { type Fragment, type ReadTx, sql } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type AccountRow = { name: string; currency: string; balance_units: bigint };

/** The operator's accounts and those outside, in coins. */
export function operatorAccounts(tx: ReadTx): Promise<AccountRow[]> {
  return tx.rows<AccountRow>`
    select name, currency, balance_units
    from ledger_accounts
    where kind in ('house', 'outside') and currency = any(${CRYPTO_CODES}::text[])`;
}

export function accountsOfPerson(tx: ReadTx, userId: bigint): Promise<AccountRow[]> {
  return tx.rows<AccountRow>`
    select name, currency, balance_units
    from ledger_accounts
    where name = any(user_account_names(${userId}))
    order by name`;
}

/** In whole dollars, rounded up. */
export async function movedByHandUsd(tx: ReadTx): Promise<number> {
  const rows = await tx.rows<{ usd: number }>`
    select ceil(coalesce(sum(usd_cents), 0) / 100)::int as usd
    from manual_journals
    where posted_at > ${tx.now}::timestamptz - interval '1 day'`;
  return onlyRow(rows).usd;
}

export type JournalRow = {
  id: bigint;
  kind: string;
  at: Date;
  lines: { from: string; to: string; units: string; currency: string }[];
  username: string | null;
  detail: string | null;
  reason: string | null;
  proposed_by: string | null;
  confirmed_by: string | null;
};

/** Newest first. */
function journalsOf(tx: ReadTx, chosen: Fragment): Promise<JournalRow[]> {
  return tx.rows<JournalRow>`
    select journal.id, journal.kind, journal.at, (
        select jsonb_agg(jsonb_build_object(
          'from', giver.name, 'to', taker.name, 'units', line.units::text, 'currency', giver.currency) order by line.id)
        from postings line
        join ledger_accounts giver on giver.id = line.from_account
        join ledger_accounts taker on taker.id = line.to_account
        where line.journal_id = journal.id) as lines,
      person.username, change.detail, change.reason, proposer.username as proposed_by, confirmer.username as confirmed_by
    from (${chosen}) as chosen (id)
    join journals journal on journal.id = chosen.id
    left join manual_journals manual on manual.journal_id = journal.id
    left join staff_changes change on change.id = manual.change_id
    left join users person on person.id = change.user_id
    left join users proposer on proposer.id = change.proposed_by
    left join users confirmer on confirmer.id = change.confirmed_by
    order by journal.id desc`;
}

type Slice = { readonly before: bigint | null; readonly limit: number };

export function allJournals(tx: ReadTx, { before, limit }: Slice): Promise<JournalRow[]> {
  return journalsOf(
    tx,
    sql`
    select id
    from journals
    where ${before}::bigint is null or id < ${before}::bigint
    order by id desc
    limit ${limit}`,
  );
}

export function manualJournals(tx: ReadTx, { before, limit }: Slice): Promise<JournalRow[]> {
  return journalsOf(
    tx,
    sql`
    select journal_id
    from manual_journals
    where ${before}::bigint is null or journal_id < ${before}::bigint
    order by journal_id desc
    limit ${limit}`,
  );
}

/** The newest of each account of theirs, by the indexes of both sides of a line. */
export function journalsOfPerson(
  tx: ReadTx,
  { userId, limit }: { userId: bigint; limit: number },
): Promise<JournalRow[]> {
  return journalsOf(
    tx,
    sql`
    select distinct line.journal_id
    from ledger_accounts account
    cross join lateral (
      (select journal_id from postings where from_account = account.id order by id desc limit ${limit})
      union all
      (select journal_id from postings where to_account = account.id order by id desc limit ${limit})
    ) as line
    where account.name = any(user_account_names(${userId}))
    order by line.journal_id desc
    limit ${limit}`,
  );
}
