/** Everything that changed a user's balances, newest first: deposits, send-outs, conversions, and what trades moved. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { PaymentStatus, WalletTransaction } from "#contract/products/wallet/wallet.ts";
import { paginationOf } from "#contract/platform/wire.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { explorerUrl } from "./explorers.ts";
import { shownStatus } from "../../money/custody/index.ts";
import {
  changedRows,
  countTransactions,
  type ShownJournal,
  type TransactionRow,
  transactionRows,
} from "./transaction-rows.ts";

const PER_PAGE = 20;

export type TransactionFilter = {
  readonly userId: bigint;
  readonly page: number;
  readonly code?: CryptoCode | undefined;
  readonly type?: "deposit" | "send_out" | "conversion" | "trade" | "other" | undefined;
};

export async function listTransactions(tx: ReadTx, { userId, page, code, type }: TransactionFilter) {
  const total = await countTransactions(tx, { userId, code, type });
  const slice = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const rows = await transactionRows(tx, { userId, code, type }, slice);
  const { "wallet.bitcoin_confirmations": blocks } = await readSettings(tx, ["wallet.bitcoin_confirmations"]);
  return {
    data: rows.map((row) => view(row, blocks)),
    meta: paginationOf({ total, page, perPage: PER_PAGE }),
  };
}

/** Lines of the histories of whom these concern, by user: of deposits and send-outs by hash, and of journals. */
export async function changedTransactions(
  tx: ReadTx,
  changed: { readonly hashes: readonly string[]; readonly journals: readonly ShownJournal[] },
): Promise<Map<bigint, WalletTransaction[]>> {
  const rows = await changedRows(tx, changed);
  const { "wallet.bitcoin_confirmations": blocks } = await readSettings(tx, ["wallet.bitcoin_confirmations"]);
  const byUser = new Map<bigint, WalletTransaction[]>();
  for (const row of rows) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), view(row, blocks)]);
  return byUser;
}

function view(row: TransactionRow, blocks: number): WalletTransaction {
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
    confirmationsNeeded: isOnChain && CHAIN_OF[row.currency] === "bitcoin" ? blocks : null,
    explorerUrl: explorerUrl({ currency: row.currency, network: row.network, txid: row.txid }),
    reference: row.reference,
    conversion: conversionOf(row),
    fault: row.fault,
    waitsUntil: row.waits_until?.toISOString() ?? null,
    awaitsRefill: row.awaits_refill,
    at: row.at.toISOString(),
  };
}

function conversionOf({
  from_currency: from,
  to_currency: to,
  from_units,
  to_units,
}: TransactionRow): WalletTransaction["conversion"] {
  if (from === null || to === null || from_units === null || to_units === null) return null;
  return {
    from,
    to,
    fromAmount: displayFromUnits(from_units, CRYPTO[from].digits),
    toAmount: displayFromUnits(to_units, CRYPTO[to].digits),
  };
}

function statusOf({ family, state, accepted_at, height }: TransactionRow): PaymentStatus {
  if (family === "deposit") {
    if (state === "credited") return "completed";
    if (state === "gone") return "failed";
    return height === null ? "pending" : "confirming";
  }
  if (family !== "send_out") return "completed";
  return shownStatus({ status: state as PaymentStatus, accepted_at });
}
