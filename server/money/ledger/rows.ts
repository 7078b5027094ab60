/** The SQL of the ledger. */
import type { ReadTx, Tx } from "../../platform/db.ts";

/** Accounts that were never opened are not among them. */
export async function balancesByName(
  tx: ReadTx,
  names: readonly string[],
): Promise<{ name: string; balance_units: bigint }[]> {
  return tx.rows<{ name: string; balance_units: bigint }>`
    select name, balance_units
    from ledger_accounts
    where name = any(${names})`;
}

/** The balance of any account in base units; zero where it was never opened. */
export async function balanceOf(tx: ReadTx, name: string): Promise<bigint> {
  const [row] = await tx.rows<{ balance_units: bigint }>`
    select balance_units
    from ledger_accounts
    where name = ${name}`;
  return row?.balance_units ?? 0n;
}

/** The first reason stays. */
export async function insertHalt(tx: Tx, { name, reason }: { name: string; reason: string }): Promise<void> {
  await tx.rows`
    insert into halts (name, reason, since)
    values (${name}, ${reason}, ${tx.now})
    on conflict (name) do nothing`;
}

export async function deleteHalt(tx: Tx, name: string): Promise<void> {
  await tx.rows`
    delete from halts
    where name = ${name}`;
}

/** The first of these halts that stands, by name. */
export async function firstHalt<Name extends string>(tx: ReadTx, names: readonly Name[]): Promise<Name | undefined> {
  const [row] = await tx.rows<{ name: Name }>`
    select name
    from halts
    where name = any(${names})
    order by name
    limit 1`;
  return row?.name;
}

export async function findHalt(tx: ReadTx, names: readonly string[]): Promise<boolean> {
  const rows = await tx.rows<{ name: string }>`
    select name
    from halts
    where name = any(${names})`;
  return rows.length > 0;
}

/** Opens the accounts that are missing and locks in id order those that may run short, in one round trip. */
export async function prepareRows(
  tx: Tx,
  accounts: readonly AccountShape[],
): Promise<{ id: bigint; name: string; balance_units: bigint }[]> {
  return tx.rows<{ id: bigint; name: string; balance_units: bigint }>`
    select id, name, balance_units
    from ledger_prepare(
      ${accounts.map(({ name }) => name)}, ${accounts.map(({ currency }) => currency)}, ${accounts.map(({ kind }) => kind)},
      ${accounts.map(({ mayOverdraw }) => mayOverdraw)}, ${accounts.map(({ isLocked }) => isLocked)})`;
}

export type AccountShape = {
  readonly name: string;
  readonly currency: string;
  readonly kind: string;
  readonly mayOverdraw: boolean;
  readonly isLocked: boolean;
};

/** Which of the journals exist already, by kind and subject. */
export async function existingAmong(
  tx: ReadTx,
  journals: readonly { readonly kind: string; readonly subject: string }[],
): Promise<{ kind: string; subject: string }[]> {
  return tx.rows<{ kind: string; subject: string }>`
    select kind, subject
    from journals
    join unnest(${journals.map((j) => j.kind)}::text[], ${journals.map((j) => j.subject)}::text[])
      as wanted (kind, subject) using (kind, subject)`;
}

/** Writes journals with their postings. */
export function postJournals(
  tx: Tx,
  journals: readonly { readonly kind: string; readonly subject: string }[],
  lines: readonly PostingLine[],
): void {
  tx.later(tx.rows`
    select ledger_post(
      ${journals.map((j) => j.kind)}, ${journals.map((j) => j.subject)}, ${tx.now},
      ${lines.map((line) => line.index)},
      ${lines.map((line) => line.fromId)},
      ${lines.map((line) => line.toId)},
      ${lines.map((line) => line.units)})`);
}

export type PostingLine = {
  /** Which of the journals, from 1. */
  readonly index: number;
  readonly fromId: bigint;
  readonly toId: bigint;
  readonly units: bigint;
};
