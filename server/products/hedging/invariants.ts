/** Invariants of the rules that convert: one conversion an occasion, never more than the rule says; see docs/invariants.md. */
import { type ReadTx, sql } from "../../platform/postgres/db.ts";
import type { InvariantCheck } from "../../money/ledger/index.ts";

export const HEDGE_CHECKS: readonly InvariantCheck[] = [
  { id: "H1", find: (tx) => conversionsOfRuns(tx), findSince: (tx) => conversionsOfRuns(tx, LATELY) },
  { id: "H2", find: (tx) => withinTheRule(tx), findSince: (tx) => withinTheRule(tx, LATELY) },
];

/** What the check of each minute looks at. */
const LATELY = sql`market_now() - interval '10 minutes'`;
type Since = typeof LATELY | undefined;

async function conversionsOfRuns(tx: ReadTx, since?: Since): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select run.id
    from hedge_runs run
    join hedge_rules rule on rule.id = run.rule_id
    left join conversions taken on taken.quote_id = run.quote_id
    left join conversion_quotes quote on quote.id = taken.quote_id
    where run.outcome = 'converted' and ${since ? sql`run.at > ${since}` : sql`true`}
      and (quote.user_id, quote.from_currency, quote.to_currency, run.user_id)
        is distinct from (rule.user_id, rule.from_currency, rule.to_currency, rule.user_id)
    limit 10`;
  return rows.map(({ id }) => `run ${id} has no conversion of its rule`);
}

async function withinTheRule(tx: ReadTx, since?: Since): Promise<string[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select run.id
    from hedge_runs run
    join hedge_rules rule on rule.id = run.rule_id
    join conversion_quotes quote on quote.id = run.quote_id
    where ${since ? sql`run.at > ${since}` : sql`true`}
      and (run.before_units - quote.from_units < rule.keep_units
        or quote.from_units > floor(coalesce(run.arrived_units, run.before_units - rule.keep_units)::numeric * rule.share_bp / 10000))
    limit 10`;
  return rows.map(({ id }) => `run ${id} converted more than its rule says`);
}
