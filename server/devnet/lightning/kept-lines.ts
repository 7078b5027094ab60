/** Rows of a facade in a file of lines, the last of a name counts: a kill in the middle leaves the line before. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

export function openLines<Row extends { readonly hash: string }>(file: string) {
  const rows = new Map<string, Row>();
  if (existsSync(file))
    for (const line of readFileSync(file, "utf8").split("\n")) {
      const row = rowOf<Row>(line);
      if (row) rows.set(row.hash, row);
    }
  return {
    get: (hash: string) => rows.get(hash),
    all: () => [...rows.values()],
    keep(row: Row): Row {
      rows.set(row.hash, row);
      appendFileSync(file, `${JSON.stringify(row)}\n`);
      return row;
    },
  };
}

/** Undefined for the half of a line that a kill left. */
function rowOf<Row>(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row;
  } catch {
    return undefined;
  }
}
