/** Users' rules: saved with a proof, shown with what they did, paused, resumed and ended. */
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { HedgeRule, HedgeRun, Hedging } from "#contract/products/hedging/hedging.ts";
import { hedgeRuleText } from "#contract/products/hedging/names.ts";
import type { HEDGE_STATUSES } from "#contract/products/hedging/outcomes.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { insertRule, type RuleRow, type RunRow, rulesOf, ruleStatus, runsOf, switchRules } from "./rows.ts";
import { type GivenRule, readRule } from "./rule.ts";

const MOST_RUNS = 100;

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  on_hold: "wallet.on_hold",
  restricted: "auth.restricted",
  feeds: "hedging.feeds",
  too_many: "hedging.too_many",
};

export async function viewHedging(tx: ReadTx, userId: bigint): Promise<Hedging> {
  const [rules, runs, settings] = await Promise.all([
    rulesOf(tx, userId),
    runsOf(tx, userId, MOST_RUNS),
    readSettings(tx, ["wallet.conversion_spread_bp"]),
  ]);
  return { rules: rules.map(viewRule), runs: runs.map(viewRun), spreadBp: settings["wallet.conversion_spread_bp"] };
}

const shown = (units: bigint, code: CryptoCode) => displayFromUnits(units, CRYPTO[code].digits);

function viewRule(row: RuleRow): HedgeRule {
  const { price_side: side, price_usd_cents: cents } = row;
  return {
    id: row.hash,
    trigger: row.trigger,
    from: row.from_currency,
    to: row.to_currency,
    shareBp: row.share_bp,
    keep: shown(row.keep_units, row.from_currency),
    price: side && cents !== null ? { side, usd: displayFromUnits(cents, 2) } : null,
    everyDays: row.every_days,
    nextAt: row.next_at?.toISOString() ?? null,
    status: row.status,
    pausedWhy: row.paused_why,
    createdAt: row.created_at.toISOString(),
    month: {
      conversions: row.conversions,
      gave: shown(row.gave_units, row.from_currency),
      got: shown(row.got_units, row.to_currency),
    },
  };
}

function viewRun(row: RunRow): HedgeRun {
  return {
    ruleId: row.hash,
    occasion: row.trigger,
    outcome: row.outcome,
    from: row.from_currency,
    to: row.to_currency,
    conversionId: row.conversion,
    gave: row.from_units === null ? null : shown(row.from_units, row.from_currency),
    got: row.to_units === null ? null : shown(row.to_units, row.to_currency),
    at: row.at.toISOString(),
  };
}

/**
 * Refuses wallet.same_currency, hedging.rule_shape, money.malformed, money.too_many_digits, hedging.feeds, hedging.too_many,
 * auth.password_proof, auth.restricted and wallet.on_hold.
 */
export async function saveRule(tx: Tx, { userId, body }: { userId: bigint; body: GivenRule }): Promise<Hedging> {
  const rule = readRule(body);
  const outcome = await insertRule(tx, { userId, hash: ids.hash(), rule, at: await tx.readClock() });
  if (outcome === "unproved") throw proofRefusal({ kind: "hedge_rule", id: hedgeRuleText(rule) });
  if (outcome !== "saved") throw wordRefusal(outcome, REFUSES);
  return viewHedging(tx, userId);
}

/** One that is so already stays as it is. Refuses hedging.unknown, also for one that has ended. */
export async function switchRule(
  tx: Tx,
  { userId, hash, status }: { userId: bigint; hash: string; status: (typeof HEDGE_STATUSES)[number] },
): Promise<Hedging> {
  const changed = await switchRules(tx, { userId, hash, status, at: await tx.readClock() });
  if (changed === 0 && (await ruleStatus(tx, userId, hash)) !== status) throw new Refusal("hedging.unknown");
  return viewHedging(tx, userId);
}

export async function pauseAll(tx: Tx, userId: bigint): Promise<Hedging> {
  await switchRules(tx, { userId, hash: null, status: "paused", at: await tx.readClock() });
  return viewHedging(tx, userId);
}
