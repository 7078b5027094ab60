/** The ledger's record of a send-out, read by the signer itself over its own connection that cannot write. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import pg from "pg";
import { accountOf, type HaltName } from "../../money/ledger/index.ts";

export type SendOutRecord = {
  readonly userId: bigint;
  readonly currency: CryptoCode;
  readonly destination: string;
  readonly units: bigint;
  /** What the user pays for the network. */
  readonly feeUnits: bigint;
  readonly status: string;
  /** What the journal of its reservation moved into the user's held account. */
  readonly heldUnits: bigint;
  readonly isHalted: boolean;
  /** An active restriction keeps all coins in this user's account. Coverage decides about reversed deposits. */
  readonly isKeptIn: boolean;
  /** Whether the user's proof over just this, which the signer wrote while nothing was held, was spent on it. */
  readonly isProved: boolean;
  /** How long ago the user proved it; null without a proof. */
  readonly provedAgoSec: number | null;
  /** Other send-outs of this user to the same address that were not canceled, oldest first. */
  readonly sameBefore: readonly string[];
  /** Of one coin, rounded up; null while there is no price. */
  readonly priceCents: bigint | null;
};

/** As the driver answers: whole numbers as text. */
type SendOutColumns = Record<"user_id" | "destination" | "units" | "fee_units" | "status", string> & {
  readonly currency: CryptoCode;
  readonly is_kept_in: boolean;
  readonly is_proved: boolean;
  readonly proved_ago_sec: number | null;
  readonly same_before: readonly string[];
  readonly price_cents: string | null;
};

export type LedgerRecords = {
  findSendOut(hash: string): Promise<SendOutRecord | undefined>;
  close(): Promise<void>;
};

export function openLedgerRecords(databaseUrl: string): LedgerRecords {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: 5000,
    application_name: "parley-signer",
    options: "-c default_transaction_read_only=on -c statement_timeout=5000 -c timezone=UTC",
  });
  pool.on("error", () => undefined);
  // A connection that dies between two hands must not take the signer along.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return {
    async findSendOut(hash) {
      const found = await pool.query<SendOutColumns>(SEND_OUT, [hash]);
      const [row] = found.rows;
      if (!row) return undefined;
      const halts = ["money_out", "ledger", `${CHAIN_OF[row.currency]}_out`] satisfies HaltName[];
      const books = await pool.query<{ held_units: string; is_halted: boolean }>(BOOKS, [
        hash,
        accountOf.held(BigInt(row.user_id), row.currency),
        halts,
      ]);
      const [state] = books.rows;
      if (!state) throw new Error("an aggregate answers one row");
      return {
        userId: BigInt(row.user_id),
        currency: row.currency,
        destination: row.destination,
        units: BigInt(row.units),
        feeUnits: BigInt(row.fee_units),
        status: row.status,
        heldUnits: BigInt(state.held_units),
        isHalted: state.is_halted,
        isKeptIn: row.is_kept_in,
        isProved: row.is_proved,
        provedAgoSec: row.proved_ago_sec,
        sameBefore: row.same_before,
        priceCents: row.price_cents === null ? null : BigInt(row.price_cents),
      };
    },
    close: () => pool.end(),
  };
}

const SEND_OUT = `
  select send_out.user_id, send_out.currency, send_out.destination, send_out.units, send_out.fee_units,
         send_out.status,
         kept_from_leaving(send_out.user_id, send_out.created_at) is not distinct from 'restricted' as is_kept_in,
         exists (
           select
           from send_out_quotes quote
           join proved_send_outs proved on proved.quote = quote.hash
           join proofs on proofs.subject = 'send_out_reserve:' || proved.quote and proofs.user_id = proved.user_id
           where quote.id = send_out.quote_id and proofs.spent_at is not null
             and not exists (
               select
               from send_out_holds hold
               where hold.user_id = proved.user_id and hold.began_at <= proofs.proved_at
                 and hold.ends_at > proofs.proved_at)
             and (proved.user_id, proved.currency, proved.destination, proved.units, proved.fee_units)
               = (send_out.user_id, send_out.currency, send_out.destination, send_out.units, send_out.fee_units)
         ) as is_proved,
         (
           select extract(epoch from market_now() - proved.proved_at)::float8
           from send_out_quotes quote
           join proved_send_outs proved on proved.quote = quote.hash
           where quote.id = send_out.quote_id
         ) as proved_ago_sec,
         array(
           select before.hash
           from send_outs before
           where (before.user_id, before.currency, before.destination)
             = (send_out.user_id, send_out.currency, send_out.destination) and before.id <> send_out.id
             and before.status <> 'cancelled'
           order by before.id
           limit 200
         ) as same_before,
         (
           select ceil(price.rate * 100)::bigint
           from rates price
           where price.crypto = send_out.currency and price.fiat = 'USD'
         ) as price_cents
  from send_outs send_out
  where send_out.hash = $1`;

const BOOKS = `
  select coalesce(sum(posting.units), 0) as held_units,
         exists (select from halts where halts.name = any($3)) as is_halted
  from journals journal
  join postings posting on posting.journal_id = journal.id
  join ledger_accounts account on account.id = posting.to_account and account.name = $2
  where journal.kind = 'send_out_reserve' and journal.subject = $1`;
