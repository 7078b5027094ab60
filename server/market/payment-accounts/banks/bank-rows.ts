/** The SQL of directories that the operator has imported. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { BankEntry } from "./directories.ts";

type Row = {
  readonly id: string;
  readonly name: string;
  readonly country_iso: string;
  readonly swift: string | null;
  readonly city: string | null;
  readonly source: string;
  readonly as_of: string;
};

const entryOf = ({ country_iso: countryIso, as_of: asOf, ...row }: Row): BankEntry => ({ ...row, countryIso, asOf });

export async function importedBanks(tx: ReadTx, ids: readonly string[]): Promise<BankEntry[]> {
  const rows = await tx.rows<Row>`
    select id, name, country_iso, swift, city, source, as_of::text
    from imported_banks
    where id = any(${ids}::text[])
    order by id`;
  return rows.map(entryOf);
}

export async function importedBank(tx: ReadTx, id: string): Promise<BankEntry | undefined> {
  return (await importedBanks(tx, [id]))[0];
}

export async function importedCount(tx: ReadTx, iso: string): Promise<number> {
  const [row] = await tx.rows<{ total: number }>`
    select count(*)::int as total
    from imported_banks
    where country_iso = ${iso}`;
  return row?.total ?? 0;
}

export async function importedBanksOf(
  tx: ReadTx,
  { iso, limit, offset }: { iso: string; limit: number; offset: number },
): Promise<BankEntry[]> {
  const rows = await tx.rows<Row>`
    select id, name, country_iso, swift, city, source, as_of::text
    from imported_banks
    where country_iso = ${iso}
    order by name, id
    limit ${limit}
    offset ${offset}`;
  return rows.map(entryOf);
}

/** As the owner of the tables: the country's directory is this one from now on. Returns how many banks it had before. */
export async function replaceBanks(tx: Tx, iso: string, banks: readonly BankEntry[]): Promise<number> {
  const gone = await tx.rows`
    delete from imported_banks
    where country_iso = ${iso}
    returning id`;
  await tx.rows`
    insert into imported_banks (id, name, country_iso, swift, city, source, as_of)
    select id, name, ${iso}, swift, city, source, as_of::date
    from unnest(
      ${banks.map(({ id }) => id)}::text[], ${banks.map(({ name }) => name)}::text[],
      ${banks.map(({ swift }) => swift)}::text[], ${banks.map(({ city }) => city)}::text[],
      ${banks.map(({ source }) => source)}::text[], ${banks.map(({ asOf }) => asOf)}::text[]
    ) as bank (id, name, swift, city, source, as_of)`;
  return gone.length;
}
