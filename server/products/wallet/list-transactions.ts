/** Everything that changed a user's balances, newest first: deposits, send-outs, conversions, and what trades moved. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money.ts";
import type { SendOutFault, WalletTransaction } from "#contract/wallet.ts";
import { paginationOf } from "#contract/wire.ts";
import { type ReadTx, sql } from "../../platform/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { explorerUrl } from "./explorers.ts";
import { type PaymentStatus, type SendOutState, shownStatus } from "../../money/custody/index.ts";

const PER_PAGE = 20;

export type TransactionFilter = {
  readonly userId: bigint;
  readonly page: number;
  readonly code?: CryptoCode | undefined;
  readonly type?: "deposit" | "send_out" | "conversion" | "trade" | "other" | undefined;
};

type Row = {
  id: string;
  type: string;
  family: string;
  state: string;
  currency: CryptoCode;
  delta: string;
  fee_units: bigint | null;
  address: string | null;
  txid: string | null;
  payment_status: PaymentStatus | null;
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
  at: Date;
};

export async function listTransactions(tx: ReadTx, { userId, page, code, type }: TransactionFilter) {
  const all = sql`(${depositRows(userId)} union all ${sendOutRows(userId)} union all ${ledgerRows(userId)}) as line
    where (${code ?? null}::text is null or line.currency = ${code ?? null})
      and (${type ?? null}::text is null or line.family = ${type ?? null})`;
  const [counted] = await tx.rows<{ total: number }>`select count(*)::int as total from ${all}`;
  const rows = await tx.rows<Row>`
    select id, type, family, state, currency, delta, fee_units, address, txid, payment_status, accepted_at, height,
           scanned_height, network, reference, fault, from_currency, to_currency, from_units, to_units, at
    from ${all}
    order by at desc, id desc
    limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`;
  const { "wallet.bitcoin_confirmations": blocks } = await readSettings(tx, ["wallet.bitcoin_confirmations"]);
  return {
    data: rows.map((row) => view(row, blocks)),
    meta: paginationOf({ total: counted?.total ?? 0, page, perPage: PER_PAGE }),
  };
}

function depositRows(userId: bigint) {
  return sql`
    select 'd' || deposit.hash as id, 'deposit' as type, 'deposit' as family, deposit.status as state, deposit.currency,
           deposit.units::numeric as delta, null::bigint as fee_units, address.address, deposit.txid,
           null::text as payment_status, null::timestamptz as accepted_at, deposit.block_height as height,
           rail.scanned_height, rail.network, null::text as reference, null::text as fault, null::text as from_currency,
           null::text as to_currency, null::bigint as from_units, null::bigint as to_units, deposit.first_seen_at as at
    from deposits deposit
    join wallet_addresses address on address.id = deposit.address_id
    join wallet_rails rail on rail.chain = deposit.chain
    where address.user_id = ${userId}`;
}

function sendOutRows(userId: bigint) {
  return sql`
    select 's' || send_out.hash, 'send_out', 'send_out', send_out.status, send_out.currency,
           -(send_out.units + send_out.fee_units)::numeric, send_out.fee_units, send_out.destination, payment.txid,
           payment.status, payment.accepted_at, payment.block_height, rail.scanned_height, rail.network, send_out.hash,
           send_out.reason, null::text, null::text, null::bigint, null::bigint, send_out.created_at
    from send_outs send_out
    left join chain_payments payment on payment.purpose = 'send_out' and payment.subject = send_out.hash
    left join wallet_rails rail on rail.chain = payment.chain
    where send_out.user_id = ${userId}`;
}

/** Journals that are no wallet's own story: conversions, trades, bonds, what a reorganisation took. */
function ledgerRows(userId: bigint) {
  return sql`
    select 'j' || journal.id || account.currency, journal.kind,
           case when journal.kind = 'conversion' then 'conversion' when journal.kind like 'trade%' then 'trade' else 'other' end,
           'completed', account.currency,
           sum(case when posting.to_account = account.id then posting.units else -posting.units end),
           null::bigint, null::text, null::text, null::text, null::timestamptz, null::int, null::int, null::text,
           coalesce(max(trades.hash), journal.subject), null::text, max(quote.from_currency), max(quote.to_currency),
           max(quote.from_units), max(quote.to_units), journal.at
    from ledger_accounts account
    join postings posting on account.id in (posting.from_account, posting.to_account)
    join journals journal on journal.id = posting.journal_id
    left join trades on journal.kind like 'trade%' and trades.id::text = split_part(journal.subject, ':', 1)
    left join conversion_quotes quote on journal.kind = 'conversion' and quote.hash = journal.subject
    where account.name in ('user:' || ${userId}::bigint || ':BTC:available', 'user:' || ${userId}::bigint || ':ETH:available',
                           'user:' || ${userId}::bigint || ':USDT:available')
      and journal.kind not in ('deposit', 'send_out_reserve', 'send_out_settle', 'send_out_return', 'send_out_fee')
    group by journal.id, account.currency`;
}

function view(row: Row, blocks: number): WalletTransaction {
  const { digits } = CRYPTO[row.currency];
  const isOnChain = row.family === "deposit" || row.family === "send_out";
  const depth =
    row.height === null || row.scanned_height === null ? 0 : Math.max(0, row.scanned_height - row.height + 1);
  return {
    id: row.id,
    type: row.type,
    status: statusOf(row),
    cryptoCurrencyCode: row.currency,
    amount: displayFromUnits(BigInt(row.delta), digits),
    fee: row.fee_units === null ? null : displayFromUnits(row.fee_units, digits),
    address: row.address,
    txid: row.txid,
    confirmations: isOnChain ? depth : null,
    confirmationsNeeded: isOnChain && row.currency === "BTC" ? blocks : null,
    explorerUrl: explorerUrl({ currency: row.currency, network: row.network, txid: row.txid }),
    reference: row.reference,
    conversion: conversionOf(row),
    fault: row.fault,
    at: row.at.toISOString(),
  };
}

function conversionOf({
  from_currency: from,
  to_currency: to,
  from_units,
  to_units,
}: Row): WalletTransaction["conversion"] {
  if (from === null || to === null || from_units === null || to_units === null) return null;
  return {
    from,
    to,
    fromAmount: displayFromUnits(from_units, CRYPTO[from].digits),
    toAmount: displayFromUnits(to_units, CRYPTO[to].digits),
  };
}

function statusOf({ family, state, payment_status, accepted_at, height }: Row): WalletTransaction["status"] {
  if (family === "deposit") {
    if (state === "credited") return "completed";
    if (state === "gone") return "failed";
    return height === null ? "pending" : "confirming";
  }
  if (family !== "send_out") return "completed";
  const status = shownStatus({ status: state as SendOutState, payment_status, accepted_at });
  return status === "broadcast" ? "pending" : status;
}
