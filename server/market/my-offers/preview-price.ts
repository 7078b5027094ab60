/** The price of a margin or of a fixed price, while the owner types it. */
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import { type Decimal, decimal, decimalText } from "#contract/platform/decimal.ts";
import { marginBpFromText, marginBpOf, marginText, priceOf } from "#contract/money/prices.ts";
import type { pricePreview } from "#contract/market/offers/offers.ts";
import type * as z from "zod/mini";
import type { CryptoCode } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { fiatByCode, findPaymentMethod } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { rateOf } from "../../money/rates/index.ts";
import { competitionOf } from "./competition.ts";

type Typed = {
  readonly type: OfferType;
  readonly crypto_currency_code: CryptoCode;
  readonly currency: string;
  readonly "payment-method"?: string | undefined;
  readonly margin?: string | undefined;
  readonly fixed_price?: string | undefined;
};

/** Refuses offer.price_missing and rates.unknown. Without a method nobody is compared with. */
export async function previewPrice(tx: ReadTx, typed: Typed): Promise<z.infer<typeof pricePreview>> {
  const fiat = fiatByCode(typed.currency);
  if (!fiat) throw fieldRefusal("offer.currency_unknown", "currency");
  const market = await rateOf(tx, typed.crypto_currency_code, fiat.code);
  if (!market) throw new Refusal("rates.unknown");
  const { price, overBp } = typedPrice(typed, market.rate, fiat.digits);
  const critical = (await readSettings(tx, ["offers.critical_margin_bp"]))["offers.critical_margin_bp"];
  const method = findPaymentMethod(typed["payment-method"] ?? "");
  const competition = method
    ? await competitionOf(
        tx,
        { side: typed.type, crypto: typed.crypto_currency_code, fiat: fiat.code, methodId: method.id },
        { rate: market.rate, overBp },
      )
    : { competitors: 0, position: 1, bestPrice: null, medianPrice: null };
  return {
    marketPrice: decimalText(priceOf({ rate: market.rate, marginBp: 0, fiatDigits: fiat.digits })),
    fiatPricePerCrypto: decimalText(price),
    margin: marginText(overBp),
    isCriticalMargin: (typed.type === "sell" ? overBp : -overBp) <= critical,
    asOf: market.asOf.toISOString(),
    state: market.state,
    bestPrice: competition.bestPrice && decimalText(competition.bestPrice),
    medianPrice: competition.medianPrice && decimalText(competition.medianPrice),
    position: competition.position,
    competitors: competition.competitors,
  };
}

/** The bounds of every margin. */
const ANY_MARGIN = { min: "-99.99", max: "99999.99" };

function typedPrice(typed: Typed, rate: Decimal, fiatDigits: number): { price: Decimal; overBp: number } {
  if (typed.fixed_price !== undefined && typed.margin === undefined) {
    const price = decimal(typed.fixed_price);
    const overBp = marginBpOf({ rate, price });
    if (price.units <= 0n || Math.abs(overBp) > 9_999_999)
      throw fieldRefusal("offer.margin_range", "fixed_price", ANY_MARGIN);
    return { price, overBp };
  }
  if (typed.margin === undefined || typed.fixed_price !== undefined)
    throw fieldRefusal("offer.price_missing", "margin");
  if (!/^-?\d{1,5}(\.\d{1,2})?$/.test(typed.margin)) throw fieldRefusal("offer.margin_range", "margin", ANY_MARGIN);
  const overBp = marginBpFromText(typed.margin);
  if (overBp <= -10_000) throw fieldRefusal("offer.margin_range", "margin", ANY_MARGIN);
  return { price: priceOf({ rate, marginBp: overBp, fiatDigits }), overBp };
}
