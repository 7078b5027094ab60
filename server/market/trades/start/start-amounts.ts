/** The amounts of a start, and the refusals of an amount, each at the field that was sent and with the limits in it. */
import type { Decimal } from "#contract/platform/decimal.ts";
import { amountFault, CRYPTO, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { cryptoUnitsOf, fiatUnitsOf } from "#contract/money/prices.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { getFiat } from "../../../reference/catalog/index.ts";
import type { Offer } from "../../offers/index.ts";

export type AskedAmount = { readonly fiatAmount: string | undefined; readonly cryptoAmount: string | undefined };
export type Amounts = { readonly units: bigint; readonly fiatUnits: bigint };

/** From the sum that was typed, in either currency; the other follows. Nobody gets more than was paid for. */
export function amountsOf(asked: AskedAmount, offer: Offer, price: Decimal): Amounts {
  const { fiatAmount, cryptoAmount } = asked;
  const fiatDigits = getFiat(offer.fiat).digits;
  const cryptoDigits = CRYPTO[offer.crypto].digits;
  if ((fiatAmount === undefined) === (cryptoAmount === undefined)) throw new Refusal("trade.amount_missing");
  if (fiatAmount !== undefined) {
    const fiatUnits = readUnits(fiatAmount, fiatDigits, { asked, offer });
    const units = cryptoUnitsOf({ fiatUnits, fiatDigits, price, cryptoDigits });
    if (units <= 0n) throw amountRefusal("trade.amount_out_of_range", asked, offer);
    return { units, fiatUnits };
  }
  const units = readUnits(cryptoAmount ?? "", cryptoDigits, { asked, offer });
  return { units, fiatUnits: fiatUnitsOf({ units, cryptoDigits, price, fiatDigits }) };
}

type Start = { readonly asked: AskedAmount; readonly offer: Offer };

function readUnits(text: string, digits: number, { asked, offer }: Start): bigint {
  const fault = amountFault(text, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, fieldOf(asked));
  const units = unitsFromDisplay(text, digits);
  // What does not fit the ledger's column is out of any offer's range.
  if (units <= 0n || units > 9_000_000_000_000_000_000n) throw amountRefusal("trade.amount_out_of_range", asked, offer);
  return units;
}

const OF_AMOUNT: readonly RefusalCode[] = [
  "trade.amount_out_of_range",
  "trade.amount_not_offered",
  "offer.new_buyer_limit",
];

export const isOfAmount = (code: RefusalCode): boolean => OF_AMOUNT.includes(code);

/** One of these codes. */
export function amountRefusal(code: RefusalCode, asked: AskedAmount, offer: Offer): Refusal {
  const { digits } = getFiat(offer.fiat);
  const shown = (units: bigint) => displayFromUnits(units, digits);
  const max = code === "offer.new_buyer_limit" ? (offer.newBuyerMaxUnits ?? offer.maxUnits) : offer.maxUnits;
  const amounts = offer.amountType === "predefined" ? { amounts: offer.predefinedUnits.map(shown) } : {};
  const limits = { min: shown(offer.minUnits), max: shown(max), currency: offer.fiat };
  return fieldRefusal(code, fieldOf(asked), { ...limits, ...amounts });
}

const fieldOf = ({ fiatAmount }: AskedAmount) => (fiatAmount === undefined ? "crypto_amount" : "fiat_amount");
