/** The SQL of provider orders for the worker that runs them. */
import type { OrderProduct } from "#contract/products/providers/order-names.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { OrderEnd } from "#contract/products/providers/order-names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type Attempt = {
  order_id: bigint;
  n: number;
  verb: "submit" | "ask" | "refund";
  external_ref: string;
  quote_id: bigint;
  provider_ref: string | null;
  got_units: bigint;
  cost_units: bigint;
};

/** Takes what is due, and writes that it is called; the calls come after the commit. */
export async function beginAttempts(
  tx: Tx,
  { product, provider, most }: { product: string; provider: string; most: number },
): Promise<Attempt[]> {
  return tx.rows<Attempt>`
    select order_id, n, verb, external_ref, quote_id, provider_ref, got_units, cost_units
    from begin_provider_attempts(${product}, ${provider}, ${most}, ${tx.now})`;
}

export type Ended = "settled" | "returned" | "mismatch" | "submitted" | "unknown" | "over" | "late";

export async function endAttempt(
  tx: Tx,
  attempt: Pick<Attempt, "order_id" | "n">,
  { outcome, said }: { outcome: string; said: Readonly<Record<string, unknown>> },
): Promise<Ended> {
  const rows = await tx.rows<{ outcome: Ended }>`
    select outcome
    from end_provider_attempt(${attempt.order_id}, ${attempt.n}, ${outcome}, ${JSON.stringify(said)}::jsonb, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type EndedOrder = {
  hash: string;
  user_id: bigint;
  product: string;
  currency: CryptoCode;
  units: bigint;
  end_reason: OrderEnd | null;
  is_watched: boolean;
};

export async function endedOrders(tx: ReadTx, ids: readonly bigint[]): Promise<EndedOrder[]> {
  return tx.rows<EndedOrder>`
    select hash, user_id, product, currency, units, end_reason, is_watched
    from provider_orders
    where id = any(${ids}::bigint[])`;
}

/** Those with this hash that have ended. */
export async function endOf(
  tx: ReadTx,
  hash: string,
): Promise<{ id: bigint; status: "settled" | "returned" } | undefined> {
  const [row] = await tx.rows<{ id: bigint; status: "settled" | "returned" }>`
    select id, status
    from provider_orders
    where hash = ${hash} and ended_at is not null`;
  return row;
}

export async function openCases(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ opened: number }>`select open_provider_cases(${tx.now}) as opened`;
  return onlyRow(rows).opened;
}

/** Orders of this product about which the provider must be called. */
export const hasDueOrders = (product: OrderProduct): Fragment => sql`exists (
  select from provider_orders made
  where made.product = ${product} and (made.status in ('reserved', 'submitted', 'unknown') or made.is_watched)
    and made.ask_at <= (select market_now()))`;
