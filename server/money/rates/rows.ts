/** The SQL of rates. */
import { type Decimal, decimal, decimalText } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { announceStates } from "../../platform/events/live.ts";
import { type Rate, rateStateOf } from "./rate.ts";

export type RateRow = {
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly rate: Decimal;
  readonly asOf: Date;
  readonly fiatAsOf: Date;
  readonly staleAt: Date;
  readonly source: "live" | "recorded";
  readonly isDivergent: boolean;
};

type StoredRate = {
  crypto: CryptoCode;
  fiat: string;
  rate: string;
  as_of: Date;
  stale_at: Date;
  source: "live" | "recorded";
  is_divergent: boolean;
  is_play: boolean;
};

/** The family of the channels that say what a rate is now. */
export const RATES_FAMILY = "rates";

/** Whether a recorded rate is good enough here. */
export const isPlayMoney = sql`exists (select from settings where name = 'accounts.play_money' and value = 'true')`;

/** Rewrites these rates, and announces that they moved: once, however many they are. */
export async function saveRates(tx: Tx, rates: readonly RateRow[]): Promise<void> {
  const sorted = [...rates].sort((a, b) => (a.crypto + a.fiat < b.crypto + b.fiat ? -1 : 1));
  await tx.rows`
    insert into rates (crypto, fiat, rate, as_of, fiat_as_of, stale_at, source, is_divergent)
    select *
    from unnest(
      ${sorted.map((r) => r.crypto)}::text[], ${sorted.map((r) => r.fiat)}::text[],
      ${sorted.map((r) => decimalText(r.rate))}::numeric[], ${sorted.map((r) => r.asOf)}::timestamptz[],
      ${sorted.map((r) => r.fiatAsOf)}::timestamptz[], ${sorted.map((r) => r.staleAt)}::timestamptz[],
      ${sorted.map((r) => r.source)}::text[], ${sorted.map((r) => r.isDivergent)}::boolean[])
    on conflict (crypto, fiat) do update
    set rate = excluded.rate, as_of = excluded.as_of, fiat_as_of = excluded.fiat_as_of,
        stale_at = excluded.stale_at, source = excluded.source, is_divergent = excluded.is_divergent`;
  announceStates(tx, RATES_FAMILY);
}

/** Keeps today's price of every pair, once. */
export async function saveDay(tx: Tx, rates: readonly RateRow[]): Promise<void> {
  const [today] = await tx.rows<{ day: string }>`
    select day::text
    from rate_days
    where crypto = 'BTC' and fiat = 'USD' and day = ${tx.now}::date`;
  if (today) return;
  await tx.rows`
    insert into rate_days (crypto, fiat, day, rate)
    select crypto, fiat, ${tx.now}::date, rate
    from unnest(
      ${rates.map((r) => r.crypto)}::text[], ${rates.map((r) => r.fiat)}::text[],
      ${rates.map((r) => decimalText(r.rate))}::numeric[]) as day (crypto, fiat, rate)
    on conflict do nothing`;
}

export async function findRates(
  tx: ReadTx,
  { cryptos, fiats }: { cryptos: readonly CryptoCode[]; fiats: readonly string[] | "all" },
): Promise<Rate[]> {
  const rows = await tx.rows<StoredRate>`
    select crypto, fiat, rate, as_of, stale_at, source, is_divergent,
           ${isPlayMoney} as is_play
    from rates
    where crypto = any (${cryptos}) and (${fiats === "all"} or fiat = any (${fiats === "all" ? [] : fiats}))`;
  return rows.map((row) => ({
    crypto: row.crypto,
    fiat: row.fiat,
    rate: decimal(row.rate),
    asOf: row.as_of,
    state: rateStateOf(
      { staleAt: row.stale_at, isDivergent: row.is_divergent, source: row.source, isPlay: row.is_play },
      tx.now,
    ),
  }));
}

const ENOUGH_DAYS = 7;

/** Whether we have kept a week of this price, whenever that was. */
export async function hasOwnDays(tx: ReadTx, { crypto, fiat }: { crypto: CryptoCode; fiat: string }): Promise<boolean> {
  const kept = await tx.rows`
    select
    from rate_days
    where crypto = ${crypto} and fiat = ${fiat}
    limit ${ENOUGH_DAYS}`;
  return kept.length === ENOUGH_DAYS;
}

export async function findDays(
  tx: ReadTx,
  { crypto, fiat, days }: { crypto: CryptoCode; fiat: string; days: number },
): Promise<{ date: string; rate: Decimal }[]> {
  const rows = await tx.rows<{ day: string; rate: string }>`
    select day::text, rate
    from rate_days
    where crypto = ${crypto} and fiat = ${fiat} and day >= ${tx.now}::date - ${days}::int
    order by day`;
  return rows.map((row) => ({ date: row.day, rate: decimal(row.rate) }));
}

/** By currency, oldest first. */
export async function findWeek(
  tx: ReadTx,
  crypto: CryptoCode,
): Promise<Map<string, { date: string; rate: Decimal }[]>> {
  const rows = await tx.rows<{ fiat: string; day: string; rate: string }>`
    select fiat, day::text, rate
    from rate_days
    where crypto = ${crypto} and day >= ${tx.now}::date - 7
    order by fiat, day`;
  const found = new Map<string, { date: string; rate: Decimal }[]>();
  for (const { fiat, day, rate } of rows) {
    const days = found.get(fiat) ?? [];
    days.push({ date: day, rate: decimal(rate) });
    found.set(fiat, days);
  }
  return found;
}

export function insertRateUses(tx: Tx, uses: readonly { readonly subject: string; readonly rate: Rate }[]): void {
  tx.later(tx.rows`
    insert into rate_uses (subject, crypto, fiat, rate, as_of, source, used_at)
    select subject, crypto, fiat, rate, as_of, source, ${tx.now}
    from unnest(
      ${uses.map((use) => use.subject)}::text[], ${uses.map((use) => use.rate.crypto)}::text[],
      ${uses.map((use) => use.rate.fiat)}::text[], ${uses.map((use) => decimalText(use.rate.rate))}::numeric[],
      ${uses.map((use) => use.rate.asOf)}::timestamptz[],
      ${uses.map((use) => (use.rate.state === "recorded" ? "recorded" : "live"))}::text[]
    ) as use (subject, crypto, fiat, rate, as_of, source)
    on conflict do nothing`);
}
