/** The SQL of rules that convert, of their occasions and of what came of them. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { EveryDays, HedgeTrigger, PriceSide } from "#contract/products/hedging/names.ts";
import type { HEDGE_OUTCOMES, HEDGE_PAUSES, HEDGE_STATUSES } from "#contract/products/hedging/outcomes.ts";
import { type ReadTx, type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { Rule } from "./rule.ts";

export type RuleRow = {
  readonly hash: string;
  readonly trigger: HedgeTrigger;
  readonly from_currency: CryptoCode;
  readonly to_currency: CryptoCode;
  readonly share_bp: number;
  readonly keep_units: bigint;
  readonly price_side: PriceSide | null;
  readonly price_usd_cents: bigint | null;
  readonly every_days: EveryDays | null;
  readonly next_at: Date | null;
  readonly status: (typeof HEDGE_STATUSES)[number];
  readonly paused_why: (typeof HEDGE_PAUSES)[number] | null;
  readonly created_at: Date;
  readonly conversions: number;
  readonly gave_units: bigint;
  readonly got_units: bigint;
};

/** Those that go on, newest first, with what they converted since the first of the month. */
export function rulesOf(tx: ReadTx, userId: bigint): Promise<RuleRow[]> {
  return tx.rows<RuleRow>`
    select rule.hash, rule.trigger, rule.from_currency, rule.to_currency, rule.share_bp, rule.keep_units, rule.price_side,
           rule.price_usd_cents, rule.every_days, rule.next_at, rule.status, rule.paused_why, rule.created_at,
           month.conversions, month.gave_units, month.got_units
    from hedge_rules rule
    cross join lateral (
      select count(quote.id)::int as conversions, coalesce(sum(quote.from_units), 0)::bigint as gave_units,
             coalesce(sum(quote.to_units), 0)::bigint as got_units
      from hedge_runs run
      join conversion_quotes quote on quote.id = run.quote_id
      where run.rule_id = rule.id and run.at >= date_trunc('month', ${tx.now}::timestamptz, 'utc')
    ) as month
    where rule.user_id = ${userId} and rule.status <> 'ended'
    order by rule.id desc`;
}

export type RunRow = {
  readonly hash: string;
  readonly trigger: HedgeTrigger;
  readonly outcome: (typeof HEDGE_OUTCOMES)[number];
  readonly from_currency: CryptoCode;
  readonly to_currency: CryptoCode;
  readonly conversion: string | null;
  readonly from_units: bigint | null;
  readonly to_units: bigint | null;
  readonly at: Date;
};

/** The last ones, newest first. */
export function runsOf(tx: ReadTx, userId: bigint, most: number): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    select rule.hash, rule.trigger, run.outcome, rule.from_currency, rule.to_currency, quote.hash as conversion, quote.from_units,
           quote.to_units, run.at
    from hedge_runs run
    join hedge_rules rule on rule.id = run.rule_id
    left join conversion_quotes quote on quote.id = run.quote_id
    where run.user_id = ${userId}
    order by run.id desc
    limit ${most}`;
}

/** saved, unproved, restricted, on_hold, feeds, too_many. */
export async function insertRule(
  tx: Tx,
  { userId, hash, rule, at }: { userId: bigint; hash: string; rule: Rule; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select save_hedge_rule(${userId}, ${hash}, ${rule.trigger}, ${rule.from}, ${rule.to}, ${rule.shareBp}::int, ${rule.keepUnits}::bigint,
      ${rule.price?.side ?? null}, ${rule.price?.usdCents ?? null}::bigint, ${rule.everyDays}::int, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** All that go on where no rule is named. Returns how many changed. */
export async function switchRules(
  tx: Tx,
  { userId, hash, status, at }: { userId: bigint; hash: string | null; status: string; at: Date },
): Promise<number> {
  const rows = await tx.rows<{ changed: number }>`
    select switch_hedge_rules(${userId}, ${hash}, ${status}, ${at}) as changed`;
  return onlyRow(rows).changed;
}

export async function ruleStatus(tx: ReadTx, userId: bigint, hash: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ status: string }>`
    select status
    from hedge_rules
    where hash = ${hash} and user_id = ${userId}`;
  return row?.status;
}

export async function insertArrivals(
  tx: Tx,
  { deposits, trades, at }: { deposits: readonly string[]; trades: readonly string[]; at: Date },
): Promise<void> {
  await tx.rows`select note_hedge_arrivals(${deposits}::text[], ${trades}::text[], ${at})`;
}

export async function pauseReversedRules(tx: Tx, deposits: readonly string[], at: Date): Promise<void> {
  await tx.rows`select pause_reversed_hedges(${deposits}::text[], ${at})`;
}

export async function insertTimes(tx: Tx, most: number): Promise<void> {
  await tx.rows`select note_hedge_times(${most}::int, ${tx.now})`;
}

export type DueRow = {
  readonly rule_id: bigint;
  /** Of the rule. */
  readonly hash: string;
  readonly subject: string;
  readonly arrived_units: bigint | null;
  readonly user_id: bigint;
  readonly from_currency: CryptoCode;
  readonly to_currency: CryptoCode;
};

/** The oldest. */
export function duesOf(tx: ReadTx, most: number): Promise<DueRow[]> {
  return tx.rows<DueRow>`
    select due.rule_id, rule.hash, due.subject, due.arrived_units, rule.user_id, rule.from_currency, rule.to_currency
    from hedge_dues due
    join hedge_rules rule on rule.id = due.rule_id
    order by due.due_at, due.rule_id
    limit ${most}`;
}

/** An outcome of hedge_runs, or gone. */
export async function runRule(
  tx: Tx,
  { due, quoteHash, rate, at }: { due: DueRow; quoteHash: string; rate: string | null; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select run_hedge(${due.rule_id}, ${due.subject}, ${quoteHash}, ${rate}::numeric, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** Whether the rule had this outcome once on this day (UTC). The run that is asked about is in the table already. */
export async function isFirstOfDay(
  tx: ReadTx,
  { ruleId, outcome, at }: { ruleId: bigint; outcome: string; at: Date },
): Promise<boolean> {
  const rows = await tx.rows<{ runs: number }>`
    select count(*)::int as runs
    from hedge_runs
    where rule_id = ${ruleId} and outcome = ${outcome} and at >= date_trunc('day', ${at}::timestamptz, 'utc')`;
  return onlyRow(rows).runs === 1;
}

export const duesWait: Fragment = sql`exists (select from hedge_dues)`;
