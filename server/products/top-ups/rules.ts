/** Monthly top-ups: rules of users that ask before they pay, and the answers. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { TopUpRule } from "#contract/products/top-up-rules.ts";
import type { TopUpQuote } from "#contract/products/top-ups.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { spacedNumber } from "../../people/phones/index.ts";
import { unitsOf } from "../providers/index.ts";
import { openPhone } from "./phone.ts";
import * as rows from "./rule-rows.ts";
import { viewQuote } from "./top-ups.ts";

export async function listRules(tx: ReadTx, userId: bigint): Promise<TopUpRule[]> {
  return (await rows.rulesOf(tx, { userId })).map((row) => viewRule(row, userId));
}

type Wish = { readonly userId: bigint; readonly order: string; readonly day: number; readonly mostUsd: string };

/** Refuses order.unknown, top_up.too_many_rules, and the faults of an amount. */
export async function createRule(tx: Tx, { userId, order, day, mostUsd }: Wish): Promise<TopUpRule> {
  const hash = ids.hash();
  const outcome = await rows.create(tx, { hash, userId, order, day, mostCents: centsOf(mostUsd) });
  if (outcome !== "created")
    throw wordRefusal(outcome, { unknown: "order.unknown", too_many: "top_up.too_many_rules" });
  return getRule(tx, { userId, hash });
}

type Change = { readonly status: TopUpRule["status"]; readonly mostUsd: string };
type Own = { readonly userId: bigint; readonly hash: string };

/** Refuses top_up.rule_unknown, also of one that has ended, and the faults of an amount. */
export async function changeRule(tx: Tx, own: Own, { status, mostUsd }: Change): Promise<TopUpRule> {
  const outcome = await rows.change(tx, { ...own, status, mostCents: centsOf(mostUsd) });
  if (outcome !== "changed") throw wordRefusal(outcome, { unknown: "top_up.rule_unknown" });
  return getRule(tx, own);
}

const centsOf = (usd: string): bigint => unitsOf(usd, 2, "most_usd");

/** Refuses top_up.ask_over, top_up.over_bound, top_up.unknown where it is not sold any more, rates.stale, ledger.insufficient_balance. */
export async function quoteAsk(tx: Tx, { userId, hash: ask }: Own, provider: string): Promise<TopUpQuote> {
  const hash = ids.hash();
  const outcome = await rows.quote(tx, { hash, userId, ask, provider });
  if (outcome !== "quoted")
    throw outcomeRefusal(outcome, {
      ...{ over: "top_up.ask_over", bound: "top_up.over_bound", stale: "rates.stale" },
      ...{ unknown: "top_up.unknown", amount: "top_up.unknown" },
    });
  return viewQuote(tx, { userId, provider, hash });
}

/** Refuses top_up.ask_over. */
export async function skipAsk(tx: Tx, { userId, hash }: Own): Promise<TopUpRule> {
  const outcome = await rows.skip(tx, { userId, hash });
  if (outcome !== "skipped") throw wordRefusal(outcome, { over: "top_up.ask_over" });
  const [row] = await rows.rulesOf(tx, { userId, ask: hash });
  if (!row) throw new Error(`the rule of ${hash} is gone`);
  return viewRule(row, userId);
}

const AT_ONCE = 100;

/** Each by itself, so that one that cannot be asked about keeps none behind it. */
export async function askRules({ db }: Pick<AppPorts, "db">): Promise<void> {
  await db.tx(rows.missAsks);
  for (const rule of await db.read((tx) => rows.dueRules(tx, AT_ONCE)))
    await db.tx(async (tx) => {
      const hash = ids.hash();
      const { outcome, user_id: userId, currency, units } = await rows.ask(tx, rule, hash);
      if (outcome === "asked")
        emitWalletEvent(tx, { userId, currency, reason: "top_up_asked", subject: hash, units, txid: null });
    });
}

async function getRule(tx: ReadTx, own: Own): Promise<TopUpRule> {
  const [row] = await rows.rulesOf(tx, own);
  if (!row) throw new Refusal("top_up.rule_unknown");
  return viewRule(row, own.userId);
}

function viewRule(row: rows.RuleRow, userId: bigint): TopUpRule {
  const number = openPhone(row.phone_sealed, userId);
  return {
    id: row.hash,
    ...{ number, shown: spacedNumber(number), countryIso: row.country, operator: row.operator },
    amount: displayFromUnits(row.units, fiatDigitsOf(row.local_currency)),
    ...{ currencyCode: row.local_currency, isPin: row.is_pin, cryptoCurrencyCode: row.currency },
    mostUsd: displayFromUnits(row.most_cents, 2),
    day: row.day,
    nextAt: row.status === "active" ? row.next_at.toISOString() : null,
    status: row.status,
    ask:
      row.ask && row.month && row.ask_status && row.expires_at
        ? { id: row.ask, month: row.month, status: row.ask_status, expiresAt: row.expires_at.toISOString() }
        : null,
  };
}
