/** The value of a user's available balances at the end of each of the last days. */
import { decimal, type Decimal, fixedText, plus, times } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { balancesOf } from "../../../money/ledger/index.ts";
import { rateChart } from "../../../money/rates/index.ts";
import { fiatDigits } from "../fiat-text.ts";
import { movedByDay } from "./line-rows.ts";

export type BalanceDay = { readonly date: string; readonly rate: string };

/**
 * A month, oldest first, in UTC, each day at its own rate. A day is left out where the rate of a coin that was held is not known: a
 * currency without a recording has none.
 */
export async function balanceDays(
  tx: ReadTx,
  { userId, fiat }: { userId: bigint; fiat: string },
): Promise<BalanceDay[]> {
  const coins = await Promise.all(CRYPTO_CODES.map((code) => ratesByDay(tx, code, fiat)));
  const dates = [...new Set(coins.flatMap(({ rates }) => [...rates.keys()]))].sort();
  const [first] = dates;
  if (first === undefined) return [];
  const [now, moved] = [await balancesOf(tx, userId), await movedByDay(tx, userId, first)];
  const heldAt = (code: CryptoCode, date: string) =>
    moved
      .filter((one) => one.currency === code && one.date > date)
      .reduce((units, one) => units - one.units, now[code].availableUnits);
  return dates.flatMap((date) => {
    let value: Decimal | undefined = { units: 0n, digits: 0 };
    for (const { code, rates } of coins) {
      const [units, rate] = [heldAt(code, date), rates.get(date)];
      if (units !== 0n) value = rate && value && plus(value, times({ units, digits: CRYPTO[code].digits }, rate));
    }
    return value ? [{ date, rate: fixedText(value, fiatDigits(fiat)) }] : [];
  });
}

async function ratesByDay(tx: ReadTx, code: CryptoCode, fiat: string) {
  const { chart } = await rateChart(tx, { crypto: code, fiat, range: "month" });
  return { code, rates: new Map(chart.map(({ date, rate }) => [date, decimal(rate)])) };
}
