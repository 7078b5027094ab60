/** The SQL of Lightning. What moves money are functions of the database. */
import type { LN_FAILURES, LN_INVOICE_STATUSES, LN_PAYMENT_STATUSES } from "#contract/products/lightning/names.ts";
import { type ReadTx, sql, type Tx, type Fragment } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { NodeState } from "../../platform/outside/chains/lightning-node.ts";

export type InvoiceRow = {
  readonly hash: string;
  readonly user_id: bigint;
  readonly msat: bigint;
  readonly memo: string;
  readonly description_hash: string | null;
  readonly status: (typeof LN_INVOICE_STATUSES)[number];
  readonly payment_hash: string | null;
  readonly bolt11: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly paid_msat: bigint | null;
  readonly settled_at: Date | null;
};

const INVOICES = sql`
  select hash, user_id, msat, memo, description_hash, status, payment_hash, bolt11, created_at, expires_at, paid_msat, settled_at
  from ln_invoices`;

/** Newest first. */
export function invoicesOf(tx: ReadTx, userId: bigint, most: number): Promise<InvoiceRow[]> {
  return tx.rows<InvoiceRow>`
    ${INVOICES}
    where user_id = ${userId}
    order by id desc
    limit ${most}`;
}

export async function findInvoice(tx: ReadTx, userId: bigint, hash: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx.rows<InvoiceRow>`
    ${INVOICES}
    where hash = ${hash} and user_id = ${userId}`;
  return row;
}

export async function ownerOfInvoice(tx: ReadTx, paymentHash: string): Promise<bigint> {
  const rows = await tx.rows<{ user_id: bigint }>`select user_id from ln_invoices where payment_hash = ${paymentHash}`;
  return onlyRow(rows).user_id;
}

/** Who may use Lightning; a closed account has lost its name. */
export async function findPayee(tx: ReadTx, username: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    select person.id
    from users person
    where lower(person.username) = lower(${username}) and person.level >= 1 and flag_is_on('isLightningEnabled', person.id)`;
  return row?.id;
}

export async function askInvoice(
  tx: Tx,
  asked: {
    hash: string;
    userId: bigint;
    msat: bigint;
    memo: string;
    seconds: number;
    descriptionHash?: string;
  },
): Promise<string> {
  const { hash, userId, msat, memo, seconds, descriptionHash = null } = asked;
  const rows = await tx.rows<{ outcome: string }>`
    select ask_lightning_invoice(${hash}, ${userId}, ${msat}::bigint, ${memo}, ${seconds}::int, ${descriptionHash}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** Those that the node has to make, oldest first. */
export function askedInvoices(tx: ReadTx, most: number): Promise<InvoiceRow[]> {
  return tx.rows<InvoiceRow>`
    ${INVOICES}
    where status = 'asked' and expires_at > ${tx.now}
    order by id
    limit ${most}`;
}

/** Of open ones, those that end at the latest then; and asked ones that were never made. */
export function endingInvoices(tx: ReadTx, until: Date, most: number): Promise<InvoiceRow[]> {
  return tx.rows<InvoiceRow>`
    ${INVOICES}
    where status in ('open', 'asked') and expires_at <= ${until}
    order by expires_at
    limit ${most}`;
}

/** Those that a user of the market has paid and the node may still have open. */
export function paidInsideHashes(tx: ReadTx, since: Date): Promise<{ payment_hash: string }[]> {
  return tx.rows<{ payment_hash: string }>`
    select payment_hash
    from ln_invoices
    where status = 'paid_inside' and settled_at > ${since} and expires_at > ${tx.now}`;
}

export async function openInvoice(
  tx: Tx,
  made: { hash: string; paymentHash: string; bolt11: string },
): Promise<boolean> {
  const rows = await tx.rows<{ opened: boolean }>`
    select open_lightning_invoice(${made.hash}, ${made.paymentHash}, ${made.bolt11}, ${tx.now}) as opened`;
  return onlyRow(rows).opened;
}

export type Credited = {
  readonly outcome: string;
  readonly user_id: bigint | null;
  readonly units: bigint;
};

/** credited, known, unknown, short, or waits:<halt>. */
export async function credit(
  tx: Tx,
  settled: { paymentHash: string; msat: bigint; settleIndex: bigint },
): Promise<Credited> {
  const { paymentHash, msat, settleIndex } = settled;
  const rows = await tx.rows<Credited>`
    select outcome, user_id, units
    from credit_lightning(${paymentHash}, ${msat}::bigint, ${settleIndex}::bigint, ${tx.now})`;
  return onlyRow(rows);
}

export async function endInvoices(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx.rows`select end_lightning_invoices(${hashes}::text[], ${tx.now})`;
}

/** How far the node's settled invoices were read. */
export async function settleIndexOf(tx: ReadTx): Promise<bigint> {
  const [row] = await tx.rows<{ settle_index: bigint }>`select settle_index from ln_node`;
  return row?.settle_index ?? 0n;
}

export type Quoting = {
  readonly hash: string;
  readonly userId: bigint;
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly msat: bigint;
  readonly payee: string;
  readonly memo: string;
  readonly expiresAt: Date;
};

export async function quote(tx: Tx, asked: Quoting): Promise<string> {
  const { hash, userId, bolt11, paymentHash, msat, payee, memo, expiresAt } = asked;
  const rows = await tx.rows<{ outcome: string }>`
    select quote_lightning(${hash}, ${userId}, ${bolt11}, ${paymentHash}, ${msat}::bigint, ${payee}, ${memo}, ${expiresAt},
      ${await tx.readClock()}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function pay(tx: Tx, { quoteHash, userId }: { quoteHash: string; userId: bigint }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select pay_lightning(${quoteHash}, ${userId}, ${await tx.readClock()}) as outcome`;
  return onlyRow(rows).outcome;
}

export type QuoteRow = {
  readonly hash: string;
  readonly units: bigint;
  readonly fee_units: bigint;
  readonly got_units: bigint;
  readonly cost_units: bigint;
  readonly network_units: bigint;
  readonly payee: string;
  readonly memo: string;
  readonly payment_hash: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly is_inside: boolean;
};

export async function findQuote(tx: ReadTx, hash: string): Promise<QuoteRow> {
  const rows = await tx.rows<QuoteRow>`
    select quote.hash, quote.units, quote.fee_units, quote.got_units, quote.cost_units, asked.network_units, asked.payee, asked.memo,
      asked.payment_hash, quote.created_at, quote.expires_at, exists (
        select from ln_invoices own where own.payment_hash = asked.payment_hash) as is_inside
    from product_quotes quote
    join ln_quotes asked on asked.quote_id = quote.id
    where quote.hash = ${hash}`;
  return onlyRow(rows);
}

export type PaymentRow = {
  readonly hash: string;
  readonly user_id: bigint;
  readonly status: (typeof LN_PAYMENT_STATUSES)[number];
  readonly failure: (typeof LN_FAILURES)[number] | null;
  readonly got_units: bigint;
  readonly fee_units: bigint;
  readonly most_network_units: bigint;
  readonly bolt11: string;
  readonly network_units: bigint | null;
  readonly payment_hash: string;
  readonly preimage: string | null;
  readonly payee: string;
  readonly memo: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
};

/** Newest first; one where a hash is given. */
export function paymentsOf(
  tx: ReadTx,
  { userId, hash = null, most }: { userId: bigint; hash?: string | null; most: number },
): Promise<PaymentRow[]> {
  return tx.rows<PaymentRow>`
    select quote.hash, paid.user_id, paid.status, paid.failure, quote.got_units, quote.fee_units, asked.network_units as most_network_units,
      paid.network_units, asked.bolt11, paid.payment_hash, paid.preimage, asked.payee, asked.memo, paid.created_at, paid.ended_at
    from ln_payments paid
    join product_quotes quote on quote.id = paid.quote_id
    join ln_quotes asked on asked.quote_id = paid.quote_id
    where paid.user_id = ${userId} and (${hash}::text is null or quote.hash = ${hash})
    order by paid.quote_id desc
    limit ${most}`;
}

export type OpenPaymentRow = {
  readonly quote_id: bigint;
  readonly payment_hash: string;
  readonly bolt11: string;
  readonly msat: bigint;
  readonly network_units: bigint;
  readonly is_in_flight: boolean;
  /** Its invoice can be paid no more: a call that is on its way would be refused. */
  readonly is_over: boolean;
};

export async function beginPayments(tx: Tx, most: number): Promise<void> {
  await tx.rows`select from begin_lightning_payments(${most}::int, ${tx.now})`;
}

/** Those that are reserved, or whose end the node has not said, oldest first. */
export function openPayments(tx: ReadTx, most: number): Promise<OpenPaymentRow[]> {
  return tx.rows<OpenPaymentRow>`
    select paid.quote_id, asked.payment_hash, asked.bolt11, asked.msat, asked.network_units, paid.status = 'in_flight' as is_in_flight,
      asked.expires_at < ${tx.now}::timestamptz - interval '1 minute' as is_over
    from ln_payments paid
    join ln_quotes asked on asked.quote_id = paid.quote_id
    where paid.status in ('reserved', 'in_flight')
    order by paid.created_at
    limit ${most}`;
}

export type EndedRow = {
  readonly outcome: string;
  readonly user_id: bigint;
  readonly units: bigint;
  readonly subject: string;
};

export async function endPayment(
  tx: Tx,
  ended: { quoteId: bigint; preimage: string | null; networkMsat: bigint; failure: string | null },
): Promise<EndedRow> {
  const { quoteId, preimage, networkMsat, failure } = ended;
  const rows = await tx.rows<EndedRow>`
    select outcome, user_id, units, subject
    from end_lightning_payment(${quoteId}, ${preimage}, ${networkMsat}::bigint, ${failure}, ${tx.now})`;
  return onlyRow(rows);
}

export type OwedByNode = { readonly owed_msat: bigint; readonly held_msat: bigint; readonly credited_msat: bigint };

/** To be read before the node is asked. */
export async function booksOfNode(tx: ReadTx): Promise<OwedByNode> {
  return onlyRow(await tx.rows<OwedByNode>`select owed_msat, held_msat, credited_msat from lightning_books()`);
}

export async function noteNode(
  tx: Tx,
  { state, books, isReadUp }: { state: NodeState; books: OwedByNode; isReadUp: boolean },
): Promise<void> {
  const { nodeId, localMsat, remoteMsat, inFlightMsat, payableMsat, receivableMsat, channels, closingMsat } = state;
  const list = JSON.stringify(state.channelList, (_, value) => (typeof value === "bigint" ? String(value) : value));
  const { owed_msat, held_msat, credited_msat } = books;
  await tx.rows`
    select note_lightning_node(${nodeId}, ${localMsat}::bigint, ${remoteMsat}::bigint, ${inFlightMsat}::bigint, ${payableMsat}::bigint,
      ${receivableMsat}::bigint, ${channels}::int, ${closingMsat}::bigint, ${list}::jsonb, ${owed_msat}::bigint, ${held_msat}::bigint, ${credited_msat}::bigint, ${isReadUp}, ${tx.now})`;
}

export type SeenNode = {
  readonly is_here: boolean;
  readonly payable_msat: bigint;
  readonly receivable_msat: bigint;
};

export async function seenNode(tx: ReadTx): Promise<SeenNode | undefined> {
  const [row] = await tx.rows<SeenNode>`
    select seen_at > ${tx.now}::timestamptz - interval '2 minutes' as is_here, payable_msat, receivable_msat
    from ln_node`;
  return row;
}

export async function usernameOf(tx: ReadTx, userId: bigint): Promise<string> {
  return onlyRow(await tx.rows<{ username: string }>`select username from users where id = ${userId}`).username;
}

export const invoicesAreAsked: Fragment = sql`exists (
  select from ln_invoices
  where status = 'asked' and expires_at > (select market_now()))`;

export const paymentsAreOpen: Fragment = sql`exists (select from ln_payments where status in ('reserved', 'in_flight'))`;
