/** How large the market is, and what can be chosen in it, for the home page. */
import type { HomeProps } from "#contract/market/pages.ts";
import type { CountryProps } from "#contract/site/country-pages.ts";
import { type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { type Fiat, getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { countCompleted } from "../trades/index.ts";
import { counterRows } from "./filters/facet-rows.ts";
import { busiestFiats, countOwners, offerTotals, termsOfMarket } from "./market-rows.ts";

/** The figures of the whole market on the home page. */
export async function marketCounts(tx: ReadTx): Promise<HomeProps["counts"]> {
  const row = await offerTotals(tx);
  const { buy, sell, methods } = row ?? { buy: 0, sell: 0, methods: 0 };
  return { buy, sell, methods, ...(await countSlowly(tx, buy + sell)) };
}

/** Traders are counted by reading every offer, completed trades by the counters of every seller: in a market of this size every ten minutes only. */
const MANY_OFFERS = 50_000;

const COUNT_AGAIN_AFTER_MS = 10 * 60_000;

type Slow = Pick<HomeProps["counts"], "traders" | "trades">;

let lastCount: { readonly counted: Promise<Slow>; readonly atMs: number } | undefined;

async function countSlowly(tx: ReadTx, offers: number): Promise<Slow> {
  const count = async () => ({ traders: await countOwners(tx), trades: await countCompleted(tx) });
  if (offers < MANY_OFFERS) return count();
  const nowMs = tx.now.getTime();
  if (!lastCount || Math.abs(nowMs - lastCount.atMs) > COUNT_AGAIN_AFTER_MS) {
    lastCount = { counted: count(), atMs: nowMs };
  }
  try {
    return await lastCount.counted;
  } catch (error) {
    lastCount = undefined;
    throw error;
  }
}

const MOST_CHOICES = 30;

/** Currencies with offers for a coin, the visitor's own among them, and the methods with offers in that one; the busiest first. */
export async function marketChoices(
  tx: ReadTx,
  { crypto, fiat, locale }: { readonly crypto: CryptoCode; readonly fiat: Fiat; readonly locale: Locale },
): Promise<Pick<HomeProps, "fiats" | "methods">> {
  const methodsOf = async (side: "buy" | "sell") => {
    const rows = await counterRows(tx, { side, crypto, fiat }, undefined);
    const best = [...rows].sort((a, b) => b.count - a.count).slice(0, MOST_CHOICES);
    return best.map(({ method_id: id }) => {
      const method = getPaymentMethod(id);
      return { slug: method.slug, name: methodName(method, locale) };
    });
  };
  // A visitor who buys looks at offers to sell.
  const [busiest, buy, sell] = await Promise.all([
    busiestFiats(tx, { crypto, most: MOST_CHOICES }),
    methodsOf("sell"),
    methodsOf("buy"),
  ]);
  return { fiats: busiest.includes(fiat.code) ? busiest : [fiat.code, ...busiest], methods: { buy, sell } };
}

/** The terms of a currency's offers are read from so many of them. */
const MOST_READ = 1_000;

/** What a visitor who buys a coin finds in one currency: the methods by their number of offers, and the usual terms. */
export async function buyersMarket(
  tx: ReadTx,
  { crypto, fiat, locale }: { readonly crypto: CryptoCode; readonly fiat: Fiat; readonly locale: Locale },
): Promise<Pick<CountryProps, "methods" | "limits" | "releaseSec">> {
  const [counters, terms] = await Promise.all([
    counterRows(tx, { side: "sell", crypto, fiat }, undefined),
    termsOfMarket(tx, { crypto, fiat: fiat.code, most: MOST_READ }),
  ]);
  const { least = null, greatest = null, release_sec: releaseSec = null } = terms ?? {};
  const amount = (units: bigint) => displayFromUnits(units, fiat.digits);
  return {
    methods: counters
      .toSorted((one, other) => other.count - one.count)
      .map(({ method_id: id, count }) => {
        const method = getPaymentMethod(id);
        return { slug: method.slug, name: methodName(method, locale), count };
      }),
    limits: least === null || greatest === null ? null : { least: amount(least), most: amount(greatest) },
    releaseSec,
  };
}
