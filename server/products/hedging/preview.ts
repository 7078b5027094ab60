/**
 * What a rule would have done on the days whose prices are on record. Tether counts as a dollar; each conversion pays the spread of now.
 * Deposits and trades bring the given amount every seven days, the other rules begin with it.
 */
import { type Decimal, decimal, rounded, times } from "#contract/platform/decimal.ts";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import { CRYPTO, displayFromUnits, divideDown } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { HedgePreview, previewHedgeRule } from "#contract/products/hedging/hedging.ts";
import { EVERY_DAYS } from "#contract/products/hedging/names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { rateChart } from "../../money/rates/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { type Rule, readAmount, readRule } from "./rule.ts";

const DAY_MS = 86_400_000;
const ARRIVALS_EVERY = 7;
/** As many as a chart can show. */
const MOST_POINTS = 120;

type Day = { readonly date: string; readonly price: Decimal };

export async function previewRule(tx: ReadTx, query: QueryOf<typeof previewHedgeRule>): Promise<HedgePreview> {
  const { amount, share_bp, every_days, ...given } = query;
  const shareBp = Number(share_bp);
  if (shareBp < 1 || shareBp > 10_000) throw fieldRefusal("hedging.rule_shape", "share_bp");
  const everyDays = EVERY_DAYS.find((days) => String(days) === every_days);
  const rule = readRule({ ...given, share_bp: shareBp, ...(everyDays ? { every_days: everyDays } : {}) });
  const units = readAmount(amount, { digits: CRYPTO[rule.from].digits, field: "amount" });
  const coin = rule.from === "USDT" ? rule.to : rule.from;
  const [{ chart, source }, settings] = await Promise.all([
    rateChart(tx, { crypto: coin, fiat: "USD", range: "all" }),
    readSettings(tx, ["wallet.conversion_spread_bp"]),
  ]);
  const days = chart.map(({ date, rate }) => ({ date, price: decimal(rate) }));
  const played = play({ rule, days, units, keptBp: BigInt(10_000 - settings["wallet.conversion_spread_bp"]) });
  return { ...played, missingDays: missing(days), source };
}

function missing(days: readonly Day[]): number {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 0;
  return Math.round((Date.parse(last.date) - Date.parse(first.date)) / DAY_MS) + 1 - days.length;
}

type Play = { readonly rule: Rule; readonly days: readonly Day[]; readonly units: bigint; readonly keptBp: bigint };

function play({ rule, days, units, keptBp }: Play): Pick<HedgePreview, "points" | "conversions" | "fees"> {
  const isArriving = rule.trigger === "deposit" || rule.trigger === "trade_end";
  const purse = { from: isArriving ? 0n : units, to: 0n, held: isArriving ? 0n : units };
  const points: HedgePreview["points"] = [];
  let [conversions, feeCents] = [0, 0n];
  let wasMet: boolean | undefined;
  let [nextArrival, nextTime] = [Date.parse(days[0]?.date ?? ""), Date.parse(days[0]?.date ?? "")];
  for (const { date, price } of days) {
    const at = Date.parse(date);
    const isMet = priceIsMet(rule, price);
    let arrived = 0n;
    for (; isArriving && nextArrival <= at; nextArrival += ARRIVALS_EVERY * DAY_MS) arrived += units;
    purse.from += arrived;
    purse.held += arrived;
    const isDue =
      arrived > 0n || (rule.trigger === "price" && wasMet === false) || (rule.trigger === "schedule" && nextTime <= at);
    if (rule.trigger === "schedule" && nextTime <= at) nextTime = at + (rule.everyDays ?? 1) * DAY_MS;
    wasMet = isMet;
    const gives = isDue && isMet ? share(rule, { arrived, free: purse.from }) : 0n;
    const cents = centsOf(rule.from, gives, price);
    if (cents >= 100n) {
      purse.from -= gives;
      purse.to += converted(rule, divideDown(gives * keptBp, 10_000n), price);
      conversions += 1;
      feeCents += divideDown(cents * (10_000n - keptBp), 10_000n);
    }
    const ruled = centsOf(rule.from, purse.from, price) + centsOf(rule.to, purse.to, price);
    const held = centsOf(rule.from, purse.held, price);
    points.push({ date, ruled: displayFromUnits(ruled, 2), held: displayFromUnits(held, 2) });
  }
  return { points: thinned(points), conversions, fees: displayFromUnits(feeCents, 2) };
}

function priceIsMet({ price: wanted }: Rule, price: Decimal): boolean {
  if (!wanted) return true;
  const cents = rounded(price, 2, "nearest").units;
  return wanted.side === "at_most" ? cents <= wanted.usdCents : cents >= wanted.usdCents;
}

/** As hedge_units in the database. */
function share({ trigger, shareBp, keepUnits }: Rule, { arrived, free }: { arrived: bigint; free: bigint }): bigint {
  const above = free > keepUnits ? free - keepUnits : 0n;
  const base = trigger === "deposit" || trigger === "trade_end" ? arrived : above;
  const wanted = divideDown(base * BigInt(shareBp), 10_000n);
  return wanted < above ? wanted : above;
}

function centsOf(code: Rule["from"], units: bigint, price: Decimal): bigint {
  const amount = { units, digits: CRYPTO[code].digits };
  return rounded(code === "USDT" ? amount : times(amount, price), 2, "down").units;
}

function converted({ from, to }: Rule, units: bigint, price: Decimal): bigint {
  const scale = (digits: number) => 10n ** BigInt(digits);
  if (to === "USDT")
    return rounded(times({ units, digits: CRYPTO[from].digits }, price), CRYPTO.USDT.digits, "down").units;
  return divideDown(units * scale(CRYPTO[to].digits) * scale(price.digits), price.units * scale(CRYPTO[from].digits));
}

/** The last day always stays. */
function thinned<T>(points: readonly T[]): T[] {
  const step = Math.ceil(points.length / MOST_POINTS);
  return points.filter((_, place) => (points.length - 1 - place) % step === 0);
}
