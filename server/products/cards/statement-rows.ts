/** The SQL of statements of card issuers. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

/** Of the last statement, as 2026-11-30. */
export async function lastDay(tx: ReadTx, issuer: string): Promise<string | undefined> {
  const rows = await tx.rows<{ day: string | null }>`
    select max(day)::text as day
    from card_statements
    where issuer = ${issuer}`;
  return onlyRow(rows).day ?? undefined;
}

/** What the issuer had sent by the end of a day, from the day of its last statement on: a message may have been written after that. */
export async function sentBy(tx: ReadTx, day: string): Promise<{ body: string; signature: string }[]> {
  return tx.rows<{ body: string; signature: string }>`
    select message.body, message.signature
    from card_messages message
    where message.received_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and message.received_at >= coalesce(
        (select max(book.day)::timestamp at time zone 'UTC' from card_statements book where book.issuer = 'house_issuer'), '-infinity')
    order by message.id`;
}

/** Of these ids, those that a statement has. */
export async function statedOf(tx: ReadTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ entry_id: string }>`
    select entry_id
    from card_statement_lines
    where entry_id = any(${ids}::text[])`;
  return new Set(rows.map(({ entry_id }) => entry_id));
}

export type Line = { readonly id: string; readonly kind: string; readonly units: string };

export type Imported = { readonly issuer: string; readonly day: string; readonly lines: readonly Line[] };

/** The outcome: accepted, known, gap. */
export async function importRows(tx: Tx, { issuer, day, lines }: Imported): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select import_card_statement(${issuer}, ${day}::date, ${JSON.stringify(lines)}::jsonb, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}
