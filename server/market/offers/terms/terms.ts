/** From what an owner wrote in the form to the terms of an offer: every rule about their values, with its refusal. */
import { type Decimal, decimal } from "#contract/platform/decimal.ts";
import { amountFault, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { marginBpFromText, marginBpOf, marginText } from "#contract/money/prices.ts";
import { fieldRefusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { FLOW_TYPES, type FlowType } from "#contract/market/trades/trade/statuses.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import {
  countryByIso,
  type Fiat,
  fiatByCode,
  findPaymentMethod,
  isMethodOpen,
  metalOf,
  type PaymentMethod,
  tagFits,
} from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { fiatPerUsd, rateOf } from "../../../money/rates/index.ts";
import { isTimezone } from "../../../people/accounts/index.ts";
import { dutyHoursFault } from "../switching/duty-hours.ts";
import { placeFrom } from "./place.ts";
import { holdsContactDetails } from "../../../platform/words/contact-details.ts";
import {
  AMAZON_REGIONS,
  OFFER_RULE_NAMES,
  OFFER_RULES,
  type OfferRuleName,
  type OfferTerms,
} from "#contract/market/offers/offer-fields.ts";

/** The market's facts for the rules of price and amounts. */
export type MarketRules = {
  readonly rate: Decimal;
  readonly maxMarginBp: number;
  readonly criticalMarginBp: number;
  /** The least amount in fiat units. */
  readonly leastUnits: bigint;
  /** The same of an offer in the silent pool. */
  readonly poolUnits: bigint;
  /** Minutes to pay. */
  readonly window: { readonly least: number; readonly most: number };
  readonly fiat: Fiat;
};

/** Refuses rates.unknown where nothing is known of the currency; an old rate is good enough to judge a margin by. */
export async function marketRules(
  tx: ReadTx,
  { crypto, fiat, method }: { crypto: OfferBody["crypto_currency_code"]; fiat: Fiat; method: PaymentMethod },
): Promise<MarketRules> {
  const rate = await rateOf(tx, crypto, fiat.code);
  const perUsd = (await fiatPerUsd(tx, [fiat.code])).get(fiat.code);
  const settings = await readSettings(tx, RULE_SETTINGS);
  return rulesFrom({ rate: rate?.rate, perUsd, settings, fiat, method });
}

export const RULE_SETTINGS = [
  "offers.margin_max_bp",
  "offers.critical_margin_bp",
  "offers.min_trade_usd",
  "offers.pool_usd",
  "offers.window_least_minutes",
  "offers.window_most_minutes",
] as const;

type RuleFacts = {
  readonly rate: Decimal | undefined;
  readonly perUsd: Decimal | undefined;
  readonly settings: Awaited<ReturnType<typeof readSettings<(typeof RULE_SETTINGS)[number]>>>;
  readonly fiat: Fiat;
  readonly method: PaymentMethod;
};

/** The same from what was read for many offers at once. */
export function rulesFrom({ rate, perUsd, settings, fiat, method }: RuleFacts): MarketRules {
  if (!rate || !perUsd) throw fieldRefusal("rates.unknown", "fiat_currency_code");
  return {
    rate,
    maxMarginBp: settings["offers.margin_max_bp"][method.group] ?? 5000,
    criticalMarginBp: settings["offers.critical_margin_bp"],
    leastUnits: leastUnitsOf(decimal(settings["offers.min_trade_usd"]), perUsd, fiat.digits),
    poolUnits: leastUnitsOf({ units: BigInt(settings["offers.pool_usd"]), digits: 0 }, perUsd, fiat.digits),
    window: { least: settings["offers.window_least_minutes"], most: settings["offers.window_most_minutes"] },
    fiat,
  };
}

/** The least amount, to two leading digits so that it reads like a price and not like a conversion. */
function leastUnitsOf(usd: Decimal, perUsd: Decimal, digits: number): bigint {
  const shift = usd.digits + perUsd.digits - digits;
  const product = usd.units * perUsd.units;
  const units = shift >= 0 ? product / 10n ** BigInt(shift) : product * 10n ** BigInt(-shift);
  const step = 10n ** BigInt(Math.max(0, units.toString().length - 2));
  const least = (units / step) * step;
  return least > 0n ? least : 1n;
}

/** The least amount of an offer in the silent pool, as text in this currency; that of dollars where no rate is known. */
export async function poolLeast(tx: ReadTx, fiat: Fiat): Promise<string> {
  const { "offers.pool_usd": usd } = await readSettings(tx, ["offers.pool_usd"]);
  const perUsd = (await fiatPerUsd(tx, [fiat.code])).get(fiat.code) ?? { units: 1n, digits: 0 };
  return displayFromUnits(leastUnitsOf({ units: BigInt(usd), digits: 0 }, perUsd, fiat.digits), fiat.digits);
}

/** Refuses the codes of SAVE_REFUSALS, each on the field that it is about. */
export async function termsFrom(tx: ReadTx, body: OfferBody): Promise<OfferTerms> {
  const method = findPaymentMethod(body.payment_method);
  const closed = (await readSettings(tx, ["catalog.disabled_methods"]))["catalog.disabled_methods"];
  if (!method || !isMethodOpen(method, closed)) throw fieldRefusal("offer.method_unavailable", "payment_method");
  const fiat = fiatByCode(body.fiat_currency_code);
  if (!fiat) throw fieldRefusal("offer.currency_unknown", "fiat_currency_code");
  const rules = await marketRules(tx, { crypto: body.crypto_currency_code, fiat, method });

  checkWords(body);
  checkPeopleRules(body);
  return termsBy(body, { method, rules });
}

/** The terms, once what they depend on is known. */
export function termsBy(body: OfferBody, { method, rules }: { method: PaymentMethod; rules: MarketRules }): OfferTerms {
  const { fiat } = rules;
  const amounts = amountsFrom(body, rules);
  if (body.in_silent_pool) refuseSmallPool(amounts, rules);
  return {
    side: body.offer_type,
    crypto: body.crypto_currency_code,
    fiat: fiat.code,
    methodId: method.id,
    methodGroup: method.group,
    methodLabel: labelOf(body.payment_method_label),
    ...placeFrom(body, method),
    flowType: flowFrom(body, method),
    paymentAccount: accountFrom(body),
    ...priceFrom(body, rules),
    customRate: customRateFrom(body.custom_rate, { method, fiat }),
    ...amounts,
    paymentWindowMin: windowFrom(body.payment_window, rules),
    terms: trimmed(body.offer_terms),
    tradeDetails: detailsFrom(body, method),
    bankReference: referenceFrom(body.bank_reference_message, method),
    tags: tagsFrom(body.tags ?? [], method),
    minPastTrades: body.require_min_past_trades ?? 0,
    newBuyerMaxUnits:
      body.new_buyer_max_fiat_limit === undefined
        ? null
        : unitsIn(body.new_buyer_max_fiat_limit, fiat, "new_buyer_max_fiat_limit"),
    countryRule: body.country_limitation_list?.length ? (body.country_limitation_type ?? "none") : "none",
    countries: (body.country_limitation_list ?? []).map((iso) => countryIn(iso, "country_limitation_list")).sort(),
    dutyHours: body.duty_hours ?? [],
    timezone: body.timezone ?? "UTC",
    ...rulesIn(body),
    binCodes: binsFrom(body.bin_codes ?? [], method),
    cardRegions: regionsFrom(body.card_regions ?? [], method),
    ...capFrom(body.offer_cap, { fiat, minUnits: amounts.minUnits }),
  };
}

/** Refuses offer.details_needed where a buyer pays to a bank and nothing says to which account. */
function detailsFrom({ offer_type, flow_type, trade_details }: OfferBody, method: PaymentMethod): string {
  const details = trimmed(trade_details);
  const isNeeded = offer_type === "sell" && method.group === "bank-transfers" && flow_type !== "bt-auto";
  refuseIf(isNeeded && details === "", "offer.details_needed", "trade_details");
  return details;
}

/** Of offers that are there it stays what it is until they are edited. */
function windowFrom(minutes: number, { window: { least, most } }: MarketRules): number {
  if (minutes < least || minutes > most)
    throw fieldRefusal("offer.window", "payment_window", { min: least, max: most });
  return minutes;
}

/** Refuses offer.flow_unsupported for one in which no trade can run, gcc-auto where no gift card pays and bt-auto where the method has no such rule. */
function flowFrom({ flow_type: asked = "default" }: OfferBody, method: PaymentMethod): FlowType {
  const flow = FLOW_TYPES.find((one) => one === asked);
  const isUnfit =
    (flow === "gcc-auto" && method.group !== "gift-cards") || (flow === "bt-auto" && !method.rules.includes("bt-auto"));
  if (!flow || isUnfit) throw fieldRefusal("offer.flow_unsupported", "flow_type");
  return flow;
}

/** Refuses payment_account.needed, and payment_account.unfit where none is shared by the system. Whose it is, termsFrom asks. */
function accountFrom({ flow_type, offer_type, payment_account_id: named }: OfferBody): string | null {
  const isShared = flow_type === "bt-auto" && offer_type === "sell";
  refuseIf(isShared && named === undefined, "payment_account.needed", "payment_account_id");
  refuseIf(!isShared && named !== undefined, "payment_account.unfit", "payment_account_id");
  return named ?? null;
}

type Rules = Readonly<Record<OfferRuleName, boolean>>;

function rulesIn(body: OfferBody): Rules {
  const rules = Object.fromEntries(
    OFFER_RULE_NAMES.map((name) => [name, body[OFFER_RULES[name].wire] ?? false]),
  ) as Rules;
  return { ...rules, isSilent: rules.isSilent || rules.inSilentPool };
}

/** Refuses offer.pool_too_small where the least amount is below that of the pool. */
export function refuseSmallPool(
  { amountType, minUnits }: Pick<OfferTerms, "amountType" | "minUnits">,
  { poolUnits, fiat }: Pick<MarketRules, "poolUnits" | "fiat">,
): void {
  const field = amountType === "predefined" ? "predefined_amount" : "range_min";
  const context = { min: displayFromUnits(poolUnits, fiat.digits), currency: fiat.code };
  refuseIf(minUnits < poolUnits, "offer.pool_too_small", field, context);
}

type Context = Parameters<typeof fieldRefusal>[2];

function refuseIf(isSo: boolean, code: RefusalCode, field: string, context?: Context): void {
  if (isSo) throw fieldRefusal(code, field, context);
}

function checkWords(body: OfferBody): void {
  for (const field of ["offer_terms", "payment_method_label"] as const) {
    refuseIf(holdsContactDetails(body[field] ?? ""), "offer.contact_details", field);
  }
}

function checkPeopleRules(body: OfferBody): void {
  refuseIf(dutyHoursFault(body.duty_hours ?? []), "offer.duty_hours", "duty_hours");
  refuseIf(body.timezone !== undefined && !isTimezone(body.timezone), "offer.timezone_unknown", "timezone");
}

function labelOf(label: string | undefined): string | null {
  const plain = trimmed(label ?? "");
  refuseIf(!/^(?:[\p{L}\p{M}\p{N} -]|\u200c|\u200d)*$/u.test(plain), "offer.label", "payment_method_label");
  return plain === "" ? null : plain;
}

function countryIn(iso: string, field: string): string {
  refuseIf(!countryByIso(iso), "offer.country_unknown", field);
  return iso;
}

function tagsFrom(tags: readonly string[], method: PaymentMethod): string[] {
  for (const tag of tags) refuseIf(!tagFits(tag, method.group), "offer.tag_unknown", "tags");
  return [...new Set(tags)].sort();
}

/** Refuses offer.bank_reference_unfit where no bank pays, and offer.bank_reference for an exact one that says nothing. */
function referenceFrom(wanted: OfferBody["bank_reference_message"], method: PaymentMethod): string | null {
  if (!wanted || wanted.type === "no_preference") return null;
  refuseIf(method.group !== "bank-transfers", "offer.bank_reference_unfit", "bank_reference_message");
  if (wanted.type === "no_message") return "";
  const message = trimmed(wanted.message ?? "");
  refuseIf(message === "" || /[\r\n]/.test(message), "offer.bank_reference", "bank_reference_message");
  refuseIf(holdsContactDetails(message), "offer.contact_details", "bank_reference_message");
  return message;
}

/**
 * Refuses offer.custom_rate_unfit where no metal pays, and offer.custom_rate where one does and nothing is said. Nobody
 * compares it with a market: no source of rates has metals.
 */
function customRateFrom(
  wanted: OfferBody["custom_rate"],
  { method, fiat }: { method: PaymentMethod; fiat: Fiat },
): Decimal | null {
  const isMetal = metalOf(method) !== null;
  refuseIf(!isMetal && wanted !== undefined, "offer.custom_rate_unfit", "custom_rate");
  if (!isMetal) return null;
  if (wanted === undefined) throw fieldRefusal("offer.custom_rate", "custom_rate");
  return { units: unitsIn(wanted, fiat, "custom_rate", "offer.custom_rate"), digits: fiat.digits };
}

/** Refuses offer.bins_unfit where no card's number says of whom the card is. */
function binsFrom(codes: readonly string[], method: PaymentMethod): string[] {
  refuseIf(codes.length > 0 && !method.rules.includes("bin-codes"), "offer.bins_unfit", "bin_codes");
  return [...new Set(codes)];
}

/** Refuses offer.regions_unfit for what is no gift card, and for a country in which Amazon has no store of its own. */
function regionsFrom(regions: readonly string[], method: PaymentMethod): string[] {
  const named = new Set(regions.map((iso) => countryIn(iso, "card_regions")));
  const stores: readonly string[] = AMAZON_REGIONS;
  const isFit = (iso: string) => !method.rules.includes("amazon-regions") || stores.includes(iso);
  const isCard = method.group === "gift-cards" || named.size === 0;
  refuseIf(!isCard || ![...named].every(isFit), "offer.regions_unfit", "card_regions");
  return [...named].sort();
}

/** Refuses offer.cap_below_min for one that would keep the offer off the market at once. */
function capFrom(
  cap: OfferBody["offer_cap"],
  { fiat, minUnits }: { fiat: Fiat; minUnits: bigint },
): Pick<OfferTerms, "capUnits" | "capActive"> {
  if (!cap) return { capUnits: null, capActive: false };
  const capUnits = unitsIn(cap.amount, fiat, "offer_cap");
  refuseIf(cap.active && capUnits < minUnits, "offer.cap_below_min", "offer_cap");
  return { capUnits, capActive: cap.active };
}

type PriceBody = Pick<OfferBody, "margin" | "fixed_price" | "confirm_critical_margin" | "offer_type">;

/** The margin, or the fixed price with the same bounds. A price bad for the owner has to be confirmed. */
export function priceFrom(
  body: PriceBody,
  rules: MarketRules,
): { marginBp: number | null; fixedPrice: Decimal | null } {
  refuseIf((body.margin === undefined) === (body.fixed_price === undefined), "offer.price_missing", "margin");
  if (body.fixed_price !== undefined) {
    const fixedPrice = decimal(body.fixed_price);
    refuseIf(fixedPrice.digits > 8, "offer.price_missing", "fixed_price");
    checkMargin(body, rules, marginBpOf({ rate: rules.rate, price: fixedPrice }), "fixed_price");
    return { marginBp: null, fixedPrice };
  }
  refuseIf(!/^-?\d{1,5}(\.\d{1,2})?$/.test(body.margin ?? ""), "offer.margin_range", "margin", marginRange(rules));
  const marginBp = marginBpFromText(body.margin ?? "0");
  checkMargin(body, rules, marginBp, "margin");
  return { marginBp, fixedPrice: null };
}

const LEAST_MARGIN_BP = -9999;

const marginRange = ({ maxMarginBp }: MarketRules) => ({
  min: marginText(LEAST_MARGIN_BP),
  max: marginText(maxMarginBp),
});

function checkMargin(body: PriceBody, rules: MarketRules, marginBp: number, field: string): void {
  refuseIf(marginBp > rules.maxMarginBp || marginBp < LEAST_MARGIN_BP, "offer.margin_range", field, marginRange(rules));
  // A seller far below the market gives coins away, a buyer far above it gives money away.
  const lossBp = body.offer_type === "sell" ? marginBp : -marginBp;
  refuseIf(lossBp <= rules.criticalMarginBp && !body.confirm_critical_margin, "offer.margin_unconfirmed", field);
}

type AmountBody = Pick<OfferBody, "range_min" | "range_max" | "predefined_amount"> & {
  readonly amount_type?: OfferBody["amount_type"];
};

/** A range or amounts to choose from; which of them, the fields say, unless amount_type does. */
export function amountsFrom(
  body: AmountBody,
  { fiat, leastUnits }: Pick<MarketRules, "fiat" | "leastUnits">,
): Pick<OfferTerms, "amountType" | "minUnits" | "maxUnits" | "predefinedUnits"> {
  const smallest = { min: displayFromUnits(leastUnits, fiat.digits), currency: fiat.code };
  const ranged = (["range_min", "range_max"] as const).find((field) => body[field] !== undefined);
  const isChoice = body.predefined_amount !== undefined;
  refuseIf(
    isChoice && ranged !== undefined && body.amount_type === undefined,
    "offer.amounts_both",
    "predefined_amount",
  );
  refuseIf(isChoice && body.amount_type === "min_max", "offer.amounts_both", "predefined_amount");
  if (body.amount_type === "predefined" && ranged) throw fieldRefusal("offer.amounts_both", ranged);
  const amountType = body.amount_type ?? (body.predefined_amount ? "predefined" : "min_max");
  if (amountType === "predefined") {
    const units = (body.predefined_amount ?? []).map((text) => unitsIn(text, fiat, "predefined_amount"));
    const sorted = [...new Set(units)].sort((a, b) => (a < b ? -1 : 1));
    const [least, greatest] = [sorted[0], sorted.at(-1)];
    if (least === undefined || greatest === undefined) throw fieldRefusal("offer.amounts", "predefined_amount");
    refuseIf(least < leastUnits, "offer.amount_too_small", "predefined_amount", smallest);
    return { amountType, minUnits: least, maxUnits: greatest, predefinedUnits: sorted };
  }
  refuseIf(body.range_min === undefined, "offer.amounts", "range_min");
  refuseIf(body.range_max === undefined, "offer.amounts", "range_max");
  const minUnits = unitsIn(body.range_min ?? "", fiat, "range_min");
  const maxUnits = unitsIn(body.range_max ?? "", fiat, "range_max");
  refuseIf(minUnits <= 0n || maxUnits < minUnits, "offer.amounts", "range_max");
  refuseIf(minUnits < leastUnits, "offer.amount_too_small", "range_min", smallest);
  return { amountType, minUnits, maxUnits, predefinedUnits: [] };
}

const MOST_UNITS = 10n ** 17n;

/** Refuses money.malformed and money.too_many_digits, and with the code zero and sums beyond any currency's use. */
export function unitsIn(text: string, fiat: Fiat, field: string, code: RefusalCode = "offer.amounts"): bigint {
  const fault = amountFault(text, fiat.digits);
  if (fault) throw fieldRefusal(`money.${fault}`, field);
  const units = unitsFromDisplay(text, fiat.digits);
  refuseIf(units <= 0n || units > MOST_UNITS, code, field);
  return units;
}
