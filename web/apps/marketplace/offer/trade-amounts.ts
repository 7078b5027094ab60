/**
 * The two amounts of a trade that is being typed: one is given, the other follows at the offer's price. Exact whole
 * units, rounded as the server rounds: coins down, money up.
 */
import { cashbackUnitsOf } from "#contract/money/cashback.ts";
import { ouncesFor } from "#contract/money/metals.ts";
import { amountFault, CRYPTO, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { decimal, decimalText, rounded, times } from "#contract/platform/decimal.ts";
import { type FeeParts, feesOf, feeUnitsOf } from "#contract/money/fees.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { cryptoUnitsOf, fiatUnitsOf } from "#contract/money/prices.ts";

export type Typed = { field: "fiat" | "crypto"; text: string };

export type AmountFault = "missing" | "malformed" | "too_many_digits" | "below_min" | "above_max" | "not_offered";

export type TradeAmounts = {
  fiat: string;
  crypto: string;
  fault: AmountFault | null;
  fees: FeeParts | null;
  /** Of the fee, for the reader, about: the server goes by the dollar of the start. */
  cashback: { crypto: string; fiat: string } | null;
  /** Of the metal that pays it, where one does. */
  ounces: string | null;
};

const NOTHING = { fees: null, cashback: null, ounces: null };

export function tradeAmounts(offer: OfferView, { field, text }: Typed): TradeAmounts {
  const crypto = CRYPTO[offer.cryptoCurrencyCode];
  const fiatDigits = offer.fiatCurrency.digits;
  const price = decimal(offer.fiatPricePerCrypto);
  const clean = text.replace(/\.$/, "");
  const typed = { fiat: "", crypto: "", [field]: text };
  if (clean === "") return { ...typed, fault: "missing", ...NOTHING };
  const fault = amountFault(clean, field === "fiat" ? fiatDigits : crypto.digits);
  if (fault) return { ...typed, fault, ...NOTHING };
  const given = unitsFromDisplay(clean, field === "fiat" ? fiatDigits : crypto.digits);
  const rest = { price, fiatDigits, cryptoDigits: crypto.digits };
  const units = field === "crypto" ? given : cryptoUnitsOf({ fiatUnits: given, ...rest });
  const fiatUnits = field === "fiat" ? given : fiatUnitsOf({ units, ...rest });
  const feeBp = Number(unitsFromDisplay(offer.discountedEscrowFee ?? offer.escrowFeePct, 2));
  return {
    fiat: field === "fiat" ? text : displayFromUnits(fiatUnits, fiatDigits),
    crypto: field === "crypto" ? text : displayFromUnits(units, crypto.digits),
    fault: limitFault(offer, fiatUnits, field),
    fees: units > 0n ? feesOf({ crypto: crypto.code, units, feeBp, price, fiatDigits }) : null,
    cashback: cashbackOf(offer, { units, feeBp }),
    ounces: offer.customRate
      ? ouncesFor({ fiat: { units: fiatUnits, digits: fiatDigits }, customRate: decimal(offer.customRate) })
      : null,
  };
}

function cashbackOf(offer: OfferView, { units, feeBp }: { units: bigint; feeBp: number }): TradeAmounts["cashback"] {
  if (!offer.cashback) return null;
  const { digits } = CRYPTO[offer.cryptoCurrencyCode];
  const inFiat = (part: bigint, price: string) => times({ units: part, digits }, decimal(price));
  const back = cashbackUnitsOf(
    {
      units,
      feeUnits: feeUnitsOf(units, feeBp),
      usdCents: rounded(inFiat(units, offer.usdPricePerCrypto), 2, "up").units,
    },
    {
      bp: Number(unitsFromDisplay(offer.cashback.percent, 2)),
      maxCents: Number(unitsFromDisplay(offer.cashback.maxValue, 2)),
    },
  );
  if (back <= 0n) return null;
  const fiat = rounded(inFiat(back, offer.fiatPricePerCrypto), offer.fiatCurrency.digits, "down");
  return { crypto: displayFromUnits(back, digits), fiat: decimalText(fiat) };
}

function limitFault(offer: OfferView, fiatUnits: bigint, field: Typed["field"]): AmountFault | null {
  const { digits } = offer.fiatCurrency;
  const unitsOf = (text: string) => unitsFromDisplay(trimmed(text, digits), digits);
  if (offer.amountType === "predefined") {
    const isOffered = offer.predefinedAmounts.some((amount) => unitsOf(amount) === fiatUnits);
    return isOffered ? null : "not_offered";
  }
  // An amount in coins rounds up to whole cents: a cent beyond the limit is no fault of the reader.
  const slack = field === "crypto" ? 1n : 0n;
  if (fiatUnits < unitsOf(offer.fiatLimitMin) - slack) return "below_min";
  return fiatUnits > unitsOf(offer.fiatLimitMax) + slack ? "above_max" : null;
}

/** A limit may carry more zeros than its currency has digits. */
function trimmed(text: string, digits: number): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return digits === 0 || fraction === "" ? whole : `${whole}.${fraction.slice(0, digits)}`;
}
