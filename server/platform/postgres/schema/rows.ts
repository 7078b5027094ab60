/** Rows of tables that the code declares and the database reads: a module's `database/rows.ts` has them, `server/rows.sql` all of them. */

export type DeclaredRows = {
  readonly table: string;
  readonly key: readonly string[];
  /** Written where the row is new, and left as it is afterwards: what staff sets. */
  readonly kept?: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

/** SQL that gives the table these rows and no others. Runs in a transaction; rows that are as they should be are not written. */
export function sqlOfRows({ table, key, kept = [], rows }: DeclaredRows): string {
  const columns = Object.keys(rows[0] ?? {});
  const changed = columns.filter((column) => !key.includes(column) && !kept.includes(column));
  const lines = rows.map((row) => `  (${columns.map((column) => literal(row[column])).join(", ")})`).sort();
  const isSame = key.map((column) => `wanted.${column} = known.${column}`).join(" and ");
  const listOf = (of: string) => `(${changed.map((column) => `${of}.${column}`).join(", ")})`;
  const conflict =
    changed.length === 0
      ? "do nothing"
      : `do update\nset ${changed.map((column) => `${column} = excluded.${column}`).join(", ")}\nwhere ${listOf("known")} is distinct from ${listOf("excluded")}`;
  return [
    `create temporary table wanted_rows on commit drop as select * from ${table} with no data;`,
    `insert into wanted_rows (${columns.join(", ")}) values\n${lines.join(",\n")};`,
    `delete from ${table} known where not exists (select from wanted_rows wanted where ${isSame});`,
    `insert into ${table} as known (${columns.join(", ")})\nselect ${columns.join(", ")} from wanted_rows\non conflict (${key.join(", ")}) ${conflict};`,
    "drop table wanted_rows;\n",
  ].join("\n");
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}
