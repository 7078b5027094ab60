/** The SQL of the ledger. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

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

/** Of each kind of movement that stops then, or of these of them; the first reason stays. */
export async function insertHaltsWhenBroken(tx: Tx, reason: string, names?: readonly string[]): Promise<void> {
  await tx.rows`
    insert into halts (name, reason, since, takes_two)
    select name, ${reason}, ${tx.now}::timestamptz, true
    from halt_names
    where when_broken and (${names ?? null}::text[] is null or name = any(${names ?? null}::text[]))
    order by name
    on conflict (name) do nothing`;
}

export async function deleteHalt(tx: Tx, name: string): Promise<void> {
  await tx.rows`
    delete from halts
    where name = ${name}`;
}

/** The first of these halts that is set, by name. */
export async function firstHalt<Name extends string>(tx: ReadTx, names: readonly Name[]): Promise<Name | undefined> {
  const [row] = await tx.rows<{ name: Name }>`
    select name
    from halts
    where name = any(${names})
    order by name
    limit 1`;
  return row?.name;
}

export async function haltsAmong<Name extends string>(tx: ReadTx, names: readonly Name[]): Promise<Name[]> {
  const rows = await tx.rows<{ name: Name }>`
    select name
    from halts
    where name = any(${names})`;
  return rows.map(({ name }) => name);
}

export async function findHalt(tx: ReadTx, names: readonly string[]): Promise<boolean> {
  const rows = await tx.rows<{ name: string }>`
    select name
    from halts
    where name = any(${names})`;
  return rows.length > 0;
}

/** Posts journals as the owner of the database; the lines of each are adjacent, numbered from 1. */
export async function postRows(
  tx: Tx,
  journals: readonly { readonly kind: string; readonly subject: string }[],
  lines: readonly PostingLine[],
): Promise<string[]> {
  const rows = await tx.rows<{ outcomes: string[] }>`
    select post_each(
      ${journals.map((j) => j.kind)}, ${journals.map((j) => j.subject)}, ${tx.now},
      ${lines.map((line) => line.journal)}, ${lines.map((line) => line.from)}, ${lines.map((line) => line.to)},
      ${lines.map((line) => line.units)}) as outcomes`;
  return onlyRow(rows).outcomes;
}

export type PostingLine = {
  /** Which of the journals, from 1. */
  readonly journal: number;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
};
