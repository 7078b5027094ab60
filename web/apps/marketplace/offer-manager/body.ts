/** Converts the form into the request body. Pure. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { FormMethod } from "#contract/market/offers/my/offers-page.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { UNREADABLE } from "#contract/platform/typed-numbers.ts";

type Field = keyof OfferBody;
const AMOUNTS = ["fixed_price", "custom_rate", "range_min", "range_max", "new_buyer_max_fiat_limit"] as const;

/** "007." as "7" and ".5" as "0.5": what people type on the way to a number. */
export function tidyAmount(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return fraction === "" ? digits : `${digits}.${fraction}`;
}

/** "-02." as "-2"; not a number as the empty text. */
export function tidyMargin(text: string): string {
  if (text === UNREADABLE) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const rest = text.replace(/^-/, "");
  return /\d/.test(rest) ? `${sign}${tidyAmount(rest)}` : "";
}

type Method = Pick<FormMethod, "group" | "place">;

/** Fields that must not be empty and are. */
export function missingIn(draft: OfferBody, method?: Method): Field[] {
  const isFixed = draft.fixed_price !== undefined;
  const isRange = draft.amount_type === "min_max";
  const needed: Field[] = [
    "payment_method",
    ...(method?.place ? (["payment_country"] as const) : []),
    ...(method?.place === "city" ? (["payment_city"] as const) : []),
    ...(draft.flow_type === "bt-auto" && draft.offer_type === "sell" ? (["payment_account_id"] as const) : []),
    isFixed ? "fixed_price" : "margin",
    ...(draft.offer_cap?.active && !/\d/.test(draft.offer_cap.amount) ? (["offer_cap"] as const) : []),
    ...(isReferenceMissing(draft) ? (["bank_reference_message"] as const) : []),
    ...(needsDetails(draft, method?.group) ? (["trade_details"] as const) : []),
    ...(isRange ? (["range_min", "range_max"] as const) : (["predefined_amount"] as const)),
  ];
  return needed.filter((field) => {
    if (field === "offer_cap" || field === "bank_reference_message") return true;
    const value = draft[field];
    return Array.isArray(value) ? value.length === 0 : !/[^.\s-]/.test(String(value ?? ""));
  });
}

/** A buyer who pays to a bank must learn where: from an account of the offer, or from its instructions. */
export function needsDetails({ offer_type, flow_type }: OfferBody, group: string | undefined): boolean {
  return offer_type === "sell" && group === "bank-transfers" && flow_type !== "bt-auto";
}

function isReferenceMissing({ bank_reference_message: wanted }: OfferBody): boolean {
  return wanted?.type === "exact_message" && isBlank(wanted.message ?? "");
}

/** Empty values are left out: the server takes what is meant, not what is blank. */
export function bodyFrom(draft: OfferBody): OfferBody {
  const tidy: OfferBody = { ...draft };
  if (tidy.margin !== undefined) tidy.margin = tidyMargin(tidy.margin);
  for (const field of AMOUNTS) {
    const text = tidy[field];
    if (text) tidy[field] = tidyAmount(text);
  }
  // A cap that was never given a sum is none.
  if (tidy.offer_cap)
    tidy.offer_cap = /\d/.test(tidy.offer_cap.amount)
      ? { ...tidy.offer_cap, amount: tidyAmount(tidy.offer_cap.amount) }
      : undefined;
  // Values from before the kind of amounts changed stay in the form.
  const unused: readonly string[] =
    draft.amount_type === "predefined" ? ["range_min", "range_max"] : ["predefined_amount"];
  return Object.fromEntries(
    Object.entries(tidy).filter(
      ([field, value]) =>
        !unused.includes(field) &&
        value !== undefined &&
        value !== null &&
        (value !== "" || field === "offer_terms" || field === "trade_details") &&
        !(Array.isArray(value) && value.length === 0),
    ),
  ) as OfferBody;
}
