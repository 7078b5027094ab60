/** The special offer that a quote becomes: the trader's side, the one amount, the fixed price. Pure. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { getFiat, getPaymentMethod } from "../../reference/catalog/index.ts";
import type { AskedRow } from "./rows.ts";

type Quoted = Pick<AskedRow, "side" | "crypto" | "fiat" | "method_id" | "price" | "units" | "terms" | "details">;

export function offerBodyOf({ side, crypto, fiat, method_id, price, units, terms, details }: Quoted): OfferBody {
  const method = getPaymentMethod(method_id);
  return {
    offer_type: side === "buy" ? "sell" : "buy",
    crypto_currency_code: crypto,
    fiat_currency_code: fiat,
    payment_method: method.slug,
    fixed_price: price,
    // The trader has seen the price and agrees to it.
    confirm_critical_margin: true,
    amount_type: "predefined",
    predefined_amount: [displayFromUnits(units, getFiat(fiat).digits)],
    payment_window: method.windowMinutes,
    offer_terms: terms ?? "",
    trade_details: details ?? "",
  };
}
