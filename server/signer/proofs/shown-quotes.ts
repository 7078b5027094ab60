/** What people see of what leaves by a quote, as the signer itself reads it. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, type CryptoCode, displayFromUnits, isCryptoCode } from "#contract/money/money.ts";
import type { ShownQuote } from "#contract/people/sign-in/proofs.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { conversionQuotes, productQuotes, sendOutQuotes } from "./proof-rows.ts";

/** Hashes of quotes. */
type Asked = {
  readonly sendOuts: readonly string[];
  readonly conversions: readonly string[];
  readonly orders: readonly string[];
};
type Found = ReadonlyMap<string, ShownQuote>;

/** What people see of the quotes that are asked about, by kind and id. */
export async function quotesOf(
  tx: ReadTx,
  { sendOuts: sent, conversions: converted, orders: ordered }: Asked,
): Promise<Found> {
  const show = (sum: bigint, currency: CryptoCode) => displayFromUnits(sum, CRYPTO[currency].digits);
  const found = new Map<string, ShownQuote>();
  const [sendOuts, conversions, orders] = await Promise.all([
    sent.length > 0 ? sendOutQuotes(tx, sent) : [],
    converted.length > 0 ? conversionQuotes(tx, converted) : [],
    ordered.length > 0 ? productQuotes(tx, ordered) : [],
  ]);
  for (const { hash, currency, destination: address, units, fee_units } of sendOuts) {
    const sendOut = {
      cryptoCurrencyCode: currency,
      amount: show(units, currency),
      fee: show(fee_units, currency),
      address,
    };
    found.set(`send_out:${hash}`, { sendOut });
  }
  for (const { hash, from_currency: from, to_currency: to, from_units, to_units } of conversions) {
    const conversion = { from, fromAmount: show(from_units, from), to, toAmount: show(to_units, to) };
    found.set(`convert:${hash}`, { conversion });
  }
  for (const { hash, product, currency, units, got_currency, got_units } of orders) {
    const got = displayFromUnits(
      got_units,
      isCryptoCode(got_currency) ? CRYPTO[got_currency].digits : fiatDigitsOf(got_currency),
    );
    const order = {
      product,
      cryptoCurrencyCode: currency,
      total: show(units, currency),
      currencyCode: got_currency,
      amount: got,
    };
    found.set(`order:${hash}`, { order });
  }
  return found;
}
