/** Quotes a conversion: the cross rate less the operator's spread, valid for some seconds. */
import { decimal, decimalText } from "#contract/platform/decimal.ts";
import {
  amountFault,
  CRYPTO,
  type CryptoCode,
  displayFromUnits,
  divideDown,
  unitsFromDisplay,
} from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ConversionQuote } from "#contract/products/wallet/wallet.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { balancesOf } from "../../money/ledger/index.ts";
import { usdCentsOf } from "../../money/rates/index.ts";
import { conversionRate } from "./conversion-rate.ts";
import { insertConversionQuote } from "./quote-rows.ts";

/** In cents: below it the rounding would weigh; above it the operator's inventory is asked too much. */
const LEAST_USD_CENTS = 100n;
const LEAST = { min: displayFromUnits(LEAST_USD_CENTS, 2), currency: "USD" };
const MOST_USD_CENTS = 10_000_000n;

/**
 * What the user gets is rounded down. Refuses wallet.same_currency, money.malformed, money.too_many_digits,
 * wallet.amount_too_small, wallet.amount_too_large, rates.* and ledger.insufficient_balance.
 */
export async function quoteConversion(
  tx: Tx,
  { userId, from, to, amount }: { userId: bigint; from: CryptoCode; to: CryptoCode; amount: string },
): Promise<ConversionQuote> {
  if (from === to) throw fieldRefusal("wallet.same_currency", "to");
  const fault = amountFault(amount, CRYPTO[from].digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits: CRYPTO[from].digits });
  const fromUnits = unitsFromDisplay(amount, CRYPTO[from].digits);
  const { rate, fromRate, toRate, spreadBp } = await conversionRate(tx, from, to);
  const usdCents = usdCentsOf(fromUnits, CRYPTO[from].digits, fromRate.rate);
  if (usdCents < LEAST_USD_CENTS) throw fieldRefusal("wallet.amount_too_small", "amount", LEAST);
  if (usdCents > MOST_USD_CENTS)
    throw fieldRefusal("wallet.amount_too_large", "amount", {
      max: displayFromUnits(MOST_USD_CENTS, 2),
      currency: "USD",
    });
  if ((await balancesOf(tx, userId))[from].availableUnits < fromUnits) throw new Refusal("ledger.insufficient_balance");

  const set = await readSettings(tx, ["wallet.conversion_quote_sec"]);
  const toUnits = divideDown(
    fromUnits * rate.units * 10n ** BigInt(CRYPTO[to].digits),
    10n ** BigInt(CRYPTO[from].digits + rate.digits),
  );
  if (toUnits <= 0n) throw fieldRefusal("wallet.amount_too_small", "amount", LEAST);

  const hash = ids.hash();
  const expiresAt = new Date(tx.now.getTime() + set["wallet.conversion_quote_sec"] * 1000);
  await insertConversionQuote(tx, {
    hash,
    userId,
    from,
    to,
    fromUnits,
    toUnits,
    rate: decimalText(rate),
    expiresAt,
  });
  return {
    id: hash,
    from,
    to,
    fromAmount: displayFromUnits(fromUnits, CRYPTO[from].digits),
    toAmount: displayFromUnits(toUnits, CRYPTO[to].digits),
    rate: decimalText(rate),
    spreadPct: decimalText(decimal(displayFromUnits(BigInt(spreadBp), 2))),
    createdAt: tx.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: fromRate.state === "recorded" || toRate.state === "recorded" ? "recorded" : "fresh",
  };
}
