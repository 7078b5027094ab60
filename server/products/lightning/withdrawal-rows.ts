/** The SQL of withdrawals. What moves money are functions of the database. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export async function quoteWithdrawal(tx: Tx, asked: { hash: string; userId: bigint; units: bigint }): Promise<string> {
  const { hash, userId, units } = asked;
  const rows = await tx.rows<{ outcome: string }>`
    select quote_lightning_withdrawal(${hash}, ${userId}, ${units}::bigint, ${await tx.readClock()}) as outcome`;
  return onlyRow(rows).outcome;
}

type QuoteRow = {
  readonly hash: string;
  readonly units: bigint;
  readonly fee_units: bigint;
  readonly got_units: bigint;
  readonly cost_units: bigint;
  readonly created_at: Date;
  readonly expires_at: Date;
};

export async function withdrawalQuote(tx: ReadTx, hash: string): Promise<QuoteRow> {
  const rows = await tx.rows<QuoteRow>`
    select hash, units, fee_units, got_units, cost_units, created_at, expires_at
    from product_quotes
    where hash = ${hash}`;
  return onlyRow(rows);
}

export async function openWithdrawal(
  tx: Tx,
  asked: { quoteHash: string; userId: bigint; k1: string },
): Promise<string> {
  const { quoteHash, userId, k1 } = asked;
  const rows = await tx.rows<{ outcome: string }>`
    select open_lightning_withdrawal(${quoteHash}, ${userId}, ${k1}, ${await tx.readClock()}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function cancelWithdrawal(
  tx: Tx,
  { hash, userId }: { hash: string; userId: bigint },
): Promise<{ outcome: string; units: bigint }> {
  const rows = await tx.rows<{ outcome: string; units: bigint }>`
    select outcome, units
    from cancel_lightning_withdrawal(${hash}, ${userId}, ${tx.now})`;
  return onlyRow(rows);
}

type Ended = { readonly user_id: bigint; readonly units: bigint; readonly subject: string };

export function expireWithdrawals(tx: Tx, most: number): Promise<Ended[]> {
  return tx.rows<Ended>`
    select user_id, units, subject
    from expire_lightning_withdrawals(${most}::int, ${tx.now})`;
}

export async function hasOverdue(tx: ReadTx): Promise<boolean> {
  const [row] = await tx.rows<{ is_there: boolean }>`
    select exists (select from ln_withdrawals where status = 'open' and expires_at <= ${tx.now}) as is_there`;
  return row?.is_there === true;
}

export type Collecting = {
  readonly k1: string;
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly msat: bigint;
  readonly payee: string;
  readonly memo: string;
  readonly expiresAt: Date;
};
export type Collected = {
  readonly outcome: string;
  readonly user_id: bigint;
  readonly payee_id: bigint | null;
  readonly units: bigint;
};

export async function collectWithdrawal(tx: Tx, asked: Collecting): Promise<Collected> {
  const { k1, bolt11, paymentHash, msat, payee, memo, expiresAt } = asked;
  const rows = await tx.rows<Collected>`
    select outcome, user_id, payee_id, units
    from collect_lightning_withdrawal(${k1}, ${bolt11}, ${paymentHash}, ${msat}::bigint, ${payee}, ${memo}, ${expiresAt},
      ${await tx.readClock()})`;
  return onlyRow(rows);
}

export type WithdrawalRow = {
  readonly hash: string;
  readonly k1: string;
  readonly status: "open" | "collected" | "expired" | "cancelled";
  readonly units: bigint;
  readonly fee_units: bigint;
  readonly got_units: bigint;
  readonly created_at: Date;
  readonly expires_at: Date;
};

/** Those that may still be collected: one of a user, or the one of a k1, whatever became of it. */
export async function findWithdrawal(
  tx: ReadTx,
  by: { readonly userId: bigint } | { readonly k1: string },
): Promise<WithdrawalRow | undefined> {
  const [userId, k1] = "k1" in by ? [null, by.k1] : [by.userId, null];
  const [row] = await tx.rows<WithdrawalRow>`
    select quote.hash, given.k1, given.status, quote.units, quote.fee_units, quote.got_units, given.created_at, given.expires_at
    from ln_withdrawals given
    join product_quotes quote on quote.id = given.quote_id
    where given.k1 = ${k1} or given.user_id = ${userId}::bigint and given.status = 'open' and given.expires_at > ${tx.now}`;
  return row;
}
