/** A cheap mark of changed tables; comparing all of their rows as text takes seconds. */
import { createHash } from "node:crypto";
import type { TestApp } from "../../server/testing/index.ts";

export type Marks = ReadonlyMap<string, string>;

/**
 * Answers a mark for each table that has rows, another one after any of them came, changed or went: how many there are, and the sum
 * of the transactions that wrote them, of which each later one is larger.
 */
export function tableMarks(owner: TestApp["owner"], tables: readonly string[]): () => Promise<Marks> {
  const rowsOfAll = tables.map((name) => `select '${name}' as name, t.xmin from ${name} t`).join(" union all ");
  // One sum for all: a sum of each takes ten times as long. Planned once, which takes longer than looking.
  const text = `select name, count(*) || ':' || sum(xmin::text::bigint) as mark from (${rowsOfAll}) as every group by name`;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return async () => {
    const { rows } = await owner.query<{ name: string; mark: string }>({ name, text });
    return new Map(rows.map((row) => [row.name, row.mark]));
  };
}
