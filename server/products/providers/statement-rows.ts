/** The SQL of statements. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { ProviderStatement } from "./provider.ts";

type LastBook = { day: string; closing_units: bigint };

/** The last accepted one. */
export async function lastBook(tx: ReadTx, provider: string): Promise<LastBook | undefined> {
  const [row] = await tx.rows<LastBook>`
    select day::text as day, closing_units
    from provider_statements
    where provider = ${provider} and is_accepted
    order by provider_statements.day desc
    limit 1`;
  return row;
}

type Importing = {
  readonly product: string;
  readonly provider: string;
  readonly day: string;
  readonly statement: ProviderStatement;
  /** As JSON has them. */
  readonly lines: readonly Readonly<Record<string, string>>[];
};

/** The outcome: accepted, gap or known. */
export async function importStatement(
  tx: Tx,
  { product, provider, day, lines, statement: { currency, openingUnits, closingUnits } }: Importing,
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from import_provider_statement(
      ${product}, ${provider}, ${currency}, ${day}::date, ${openingUnits}, ${closingUnits}, ${JSON.stringify(lines)}::jsonb,
      ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function openOrders(
  tx: Tx,
  provider: string,
  lines: readonly { readonly reference: string }[],
): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from provider_orders
    where provider = ${provider} and status in ('submitted', 'unknown')
      and external_ref::text = any(${lines.map(({ reference }) => reference)}::text[])`;
  return rows.map(({ id }) => id);
}

export async function settledOf(tx: Tx, ids: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from provider_orders
    where id = any(${ids}::bigint[]) and status = 'settled'`;
  return rows.map(({ id }) => id);
}
