/** The SQL of everything that changed a user's balances. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { SendOutFault } from "#contract/products/wallet/wallet.ts";
import { type Fragment, type ReadTx, sql } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { accountOf } from "../../money/ledger/index.ts";

export type TransactionRow = {
  id: string;
  type: string;
  family: string;
  state: string;
  currency: CryptoCode;
  delta: string;
  fee_units: bigint | null;
  address: string | null;
  txid: string | null;
  accepted_at: Date | null;
  height: number | null;
  scanned_height: number | null;
  network: string | null;
  reference: string | null;
  fault: SendOutFault | null;
  from_currency: CryptoCode | null;
  to_currency: CryptoCode | null;
  from_units: bigint | null;
  to_units: bigint | null;
  waits_until: Date | null;
  awaits_refill: boolean;
  at: Date;
};

function depositRows(which: Fragment) {
  return sql`
    select 'd' || deposit.hash as id, 'deposit' as type, 'deposit' as family, deposit.status as state, deposit.currency,
           deposit.units::numeric as delta, null::bigint as fee_units, address.address, deposit.txid,
           null::timestamptz as accepted_at, deposit.block_height as height,
           rail.scanned_height, rail.network, null::text as reference, null::text as fault, null::text as from_currency,
           null::text as to_currency, null::bigint as from_units, null::bigint as to_units,
           null::timestamptz as waits_until, false as awaits_refill, deposit.first_seen_at as at, address.user_id
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    join wallet_rails rail on rail.chain = deposit.chain
    where ${which}`;
}

function sendOutRows(which: Fragment) {
  return sql`
    select 's' || send_out.hash, 'send_out', 'send_out', send_out.status, send_out.currency,
           -(send_out.units + send_out.fee_units)::numeric, send_out.fee_units, send_out.destination, payment.txid,
           payment.accepted_at, payment.block_height, rail.scanned_height, rail.network, send_out.hash,
           send_out.reason, null::text, null::text, null::bigint, null::bigint,
           case when send_out.status = 'pending' and send_out.due_at > market_now() then send_out.due_at end,
           send_out.status = 'pending' and send_out.awaits_refill, send_out.created_at, send_out.user_id
    from send_outs send_out
    left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
    left join wallet_rails rail on rail.chain = payment.chain
    where ${which}`;
}

/** Journals that are no wallet's own story: conversions, trades, bonds, what a reorganisation took. */
function ledgerRows(userId: bigint) {
  return sql`
    select 'j' || journal.id || account.currency, journal.kind,
           case when journal.kind = 'conversion' then 'conversion' when journal.kind like 'trade%' then 'trade' else 'other' end,
           'completed', account.currency,
           sum(case when posting.to_account = account.id then posting.units else -posting.units end),
           null::bigint, null::text, null::text, null::timestamptz, null::int, null::int, null::text,
           coalesce(max(trades.hash), case journal.kind when 'manual' then split_part(journal.subject, ':', 6) end,
             journal.subject), null::text, max(quote.from_currency), max(quote.to_currency),
           max(quote.from_units), max(quote.to_units), null::timestamptz, false, journal.at,
           ${userId}::bigint
    from ledger_accounts account
    join postings posting on account.id in (posting.from_account, posting.to_account)
    join journals journal on journal.id = posting.journal_id
    left join trades
      on trades.id = case when journal.kind like 'trade%' then split_part(journal.subject, ':', 1)::bigint end
    left join conversion_quotes quote on journal.kind = 'conversion' and quote.hash = journal.subject
    where account.name = any(${CRYPTO_CODES.map((code) => accountOf.available(userId, code))})
      and journal.kind not in ('deposit', 'send_out_reserve', 'send_out_settle', 'send_out_return', 'send_out_fee')
    group by journal.id, account.currency`;
}

export type TransactionQuery = {
  readonly userId: bigint;
  readonly code?: CryptoCode | undefined;
  readonly type?: string | undefined;
};

function allRows({ userId, code, type }: TransactionQuery) {
  return sql`(
      ${depositRows(sql`address.user_id = ${userId}`)}
      union all ${sendOutRows(sql`send_out.user_id = ${userId}`)}
      union all ${ledgerRows(userId)}
    ) as line
    where (${code ?? null}::text is null or line.currency = ${code ?? null})
      and (${type ?? null}::text is null or line.family = ${type ?? null})`;
}

export async function countTransactions(tx: ReadTx, query: TransactionQuery): Promise<number> {
  const all = allRows(query);
  const counted = await tx.rows<{ total: number }>`select count(*)::int as total from ${all}`;
  return onlyRow(counted).total;
}

/** Newest first. */
export async function transactionRows(
  tx: ReadTx,
  query: TransactionQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<TransactionRow[]> {
  const all = allRows(query);
  return tx.rows<TransactionRow>`
    select id, type, family, state, currency, delta, fee_units, address, txid, accepted_at, height,
           scanned_height, network, reference, fault, from_currency, to_currency, from_units, to_units, waits_until,
           awaits_refill, at
    from ${all}
    order by at desc, id desc
    limit ${limit} offset ${offset}`;
}

/** A journal in a user's history, and its purpose. */
export type ShownJournal = { readonly kind: string; readonly subject: string; readonly reference: string };

/**
 * Lines of any users' histories: of these deposits and send-outs, by hash, and of these journals. Each account is looked up by what a
 * posting names, which `offset 0` holds the database to: it takes the accounts of all people for one (few names among those of
 * trades end like that) and would begin with them, and read all that anybody ever moved.
 */
export async function changedRows(
  tx: ReadTx,
  { hashes, journals }: { hashes: readonly string[]; journals: readonly ShownJournal[] },
): Promise<(TransactionRow & { user_id: bigint })[]> {
  return tx.rows<TransactionRow & { user_id: bigint }>`
    ${depositRows(sql`deposit.hash = any(${hashes})`)}
    union all ${sendOutRows(sql`send_out.hash = any(${hashes})`)}
    union all
    select 'j' || journal.id || account.currency, journal.kind,
           case journal.kind when 'conversion' then 'conversion' when 'manual' then 'other' else 'trade' end, 'completed',
           account.currency, sum(moved.units),
           null, null, null, null, null, null, null, min(shown.reference), null, max(quote.from_currency),
           max(quote.to_currency), max(quote.from_units), max(quote.to_units), null, false, journal.at,
           split_part(account.name, ':', 2)::bigint
    from unnest(
      ${journals.map(({ kind }) => kind)}::text[], ${journals.map(({ subject }) => subject)}::text[],
      ${journals.map(({ reference }) => reference)}::text[]
    ) as shown (kind, subject, reference)
    join journals journal on journal.kind = shown.kind and journal.subject = shown.subject
    join postings posting on posting.journal_id = journal.id
    cross join lateral (
      values (posting.from_account, -posting.units), (posting.to_account, posting.units)
    ) as moved (account_id, units)
    cross join lateral (
      select id, kind, name, currency from ledger_accounts where id = moved.account_id offset 0
    ) as account
    left join conversion_quotes quote on journal.kind = 'conversion' and quote.hash = journal.subject
    where account.kind = 'user' and account.name like '%:available'
    group by journal.id, account.id, account.name, account.currency`;
}
