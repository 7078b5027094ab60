/** The SQL of monthly top-ups. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { TopUpRule } from "#contract/products/top-up-rules.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type RuleRow = {
  hash: string;
  phone_sealed: Buffer;
  country: string;
  operator: string;
  units: bigint;
  local_currency: string;
  is_pin: boolean;
  currency: CryptoCode;
  most_cents: bigint;
  day: number;
  next_at: Date;
  status: TopUpRule["status"];
  ask: string | null;
  month: string | null;
  ask_status: NonNullable<TopUpRule["ask"]>["status"] | null;
  expires_at: Date | null;
};

type Which = { readonly userId: bigint; readonly hash?: string; readonly ask?: string };

/** Newest first, with the newest month that each asked about; those that have ended only where one is named. */
export async function rulesOf(tx: ReadTx, { userId, hash, ask }: Which): Promise<RuleRow[]> {
  return tx.rows<RuleRow>`
    select rule.hash, rule.phone_sealed, operator.country, operator.name as operator, coalesce(rule.units, product.local_units) as units,
      product.local_currency, product.is_pin, rule.currency, rule.most_cents, rule.day, rule.next_at, rule.status, newest.hash as ask,
      newest.month::text as month, newest.status as ask_status, newest.expires_at
    from top_up_rules rule
    join top_up_products product on product.id = rule.product_id
    join top_up_operators operator on operator.id = product.operator_id
    left join lateral (
      select one.* from top_up_asks one where one.rule_id = rule.id order by one.month desc limit 1) as newest on true
    where rule.user_id = ${userId} and length(rule.phone_sealed) > 0
      and (${hash ?? null}::text is null or rule.hash = ${hash ?? null})
      and (${ask ?? null}::text is null or rule.id = (select one.rule_id from top_up_asks one where one.hash = ${ask ?? null}))
      and (rule.status <> 'ended' or ${hash ?? null}::text is not null)
    order by rule.id desc`;
}

type New = {
  readonly hash: string;
  readonly userId: bigint;
  readonly order: string;
  readonly day: number;
  readonly mostCents: bigint;
};

export async function create(tx: Tx, { hash, userId, order, day, mostCents }: New): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select create_top_up_rule(${hash}, ${userId}, ${order}, ${day}, ${mostCents}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type Change = {
  readonly userId: bigint;
  readonly hash: string;
  readonly status: TopUpRule["status"];
  readonly mostCents: bigint;
};

export async function change(tx: Tx, { userId, hash, status, mostCents }: Change): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select change_top_up_rule(${userId}, ${hash}, ${status}, ${mostCents}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type Answer = { readonly hash: string; readonly userId: bigint; readonly ask: string; readonly provider: string };

export async function quote(tx: Tx, { hash, userId, ask, provider }: Answer): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from quote_top_up_ask(${hash}, ${userId}, ${ask}, ${provider}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export async function skip(tx: Tx, { userId, hash }: { userId: bigint; hash: string }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select skip_top_up_ask(${userId}, ${hash}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function missAsks(tx: Tx): Promise<void> {
  await tx.rows`select miss_top_up_asks(${tx.now}) as missed`;
}

export async function dueRules(tx: ReadTx, limit: number): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select id
    from top_up_rules
    where status = 'active' and next_at <= ${tx.now}::timestamptz
    order by next_at, id
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

type Asked = { outcome: string; user_id: bigint; currency: CryptoCode; units: bigint };

export async function ask(tx: Tx, rule: bigint, hash: string): Promise<Asked> {
  return onlyRow(
    await tx.rows<Asked>`
      select outcome, user_id, currency, units
      from ask_top_up_rule(${rule}, ${hash}, ${tx.now})`,
  );
}
