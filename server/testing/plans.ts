/** What the database did to answer one statement, so that a test can say how much of a table it may read. */
import type { ReadTx } from "../platform/postgres/db.ts";

export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** The plan, as it ran, of the only statement that `ask` sends through what it is given. */
export async function planOf(tx: ReadTx, ask: (explaining: ReadTx) => Promise<readonly unknown[]>): Promise<Plan> {
  const [row] = await ask({
    ...tx,
    rows: (strings, ...values) => {
      const [first = "", ...rest] = strings;
      const texts = [`explain (analyze, format json) ${first}`, ...rest];
      return tx.rows(Object.assign(texts, { raw: texts }), ...values);
    },
  });
  const plan = (row as { "QUERY PLAN": { Plan: Plan }[] } | undefined)?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("the database gave no plan");
  return plan;
}

export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Rows of the table that the plan looked at, kept or thrown away. */
export function rowsRead(plan: Plan, table: string): number {
  const scans = nodesOf(plan).filter((node) => node["Relation Name"] === table);
  return scans.reduce(
    (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    0,
  );
}
