/** The ledger's record of a send-out, read by the signer itself over its own connection that cannot write. */
import pg from "pg";

export type SendOutRecord = {
  readonly currency: string;
  readonly destination: string;
  readonly units: bigint;
  /** What the user pays for the network. */
  readonly feeUnits: bigint;
  readonly status: string;
  /** What the journal of its reservation moved into the user's held account. */
  readonly heldUnits: bigint;
  readonly isHalted: boolean;
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
    options: "-c role=parley_app -c default_transaction_read_only=on -c statement_timeout=5000",
  });
  pool.on("error", () => undefined);
  // A connection that dies between two hands must not take the signer along.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return {
    async findSendOut(hash) {
      const { rows } = await pool.query<
        Record<"currency" | "destination" | "units" | "fee_units" | "status" | "held_units", string> & {
          halted: boolean;
        }
      >(
        `select send_out.currency, send_out.destination, send_out.units, send_out.fee_units, send_out.status,
                coalesce(sum(posting.units), 0) as held_units,
                exists (
                  select from halts
                  where halts.name in ('money_out', 'ledger',
                    case when send_out.currency = 'BTC' then 'bitcoin_out' else 'ethereum_out' end)) as halted
         from send_outs send_out
         left join journals journal on journal.kind = 'send_out_reserve' and journal.subject = send_out.hash
         left join postings posting
           on posting.journal_id = journal.id
           and posting.to_account = (
             select id from ledger_accounts
             where name = 'user:' || send_out.user_id || ':' || send_out.currency || ':held')
         where send_out.hash = $1
         group by send_out.id`,
        [hash],
      );
      const [row] = rows;
      if (!row) return undefined;
      return {
        currency: row.currency,
        destination: row.destination,
        units: BigInt(row.units),
        feeUnits: BigInt(row.fee_units),
        status: row.status,
        heldUnits: BigInt(row.held_units),
        isHalted: row.halted,
      };
    },
    close: () => pool.end(),
  };
}
