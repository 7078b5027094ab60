/** The offers of the made-up traders: methods of their country, margins that fit the method, sums in their money. Pure. */
import { type Decimal, decimal, decimalText, rounded, significant, times } from "#contract/platform/decimal.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { REQUIRED_BY_TAG } from "#contract/market/offers/requirement-names.ts";
import {
  ANY_METHOD,
  findPaymentMethod,
  getFiat,
  isMethodOpen,
  type PaymentMethod,
  paymentMethodsOfCountry,
  TAGS,
  tagFits,
} from "../../reference/catalog/index.ts";
import type { Draw } from "./draw.ts";
import { makeTerms } from "./offer-words.ts";
import type { TraderPlan } from "./traders.ts";

export type OfferPlan = {
  readonly hash: string;
  /** The place of the owner in the list of traders. */
  readonly trader: number;
  readonly daysAgo: number;
  readonly body: OfferBody;
};

/** Hundredths of a percent: what the side that takes the offer pays for the method, from and to. Never 15 % or more. */
const MARGINS_BP: Readonly<Record<PaymentMethod["group"], readonly [number, number]>> = {
  "digital-currencies": [20, 220],
  "bank-transfers": [50, 450],
  "mobile-money": [150, 600],
  services: [250, 800],
  "cash-deposits": [250, 800],
  "online-transfers": [250, 950],
  "goods-and-services": [400, 1050],
  "debitcredit-cards": [450, 1150],
  "gift-cards": [750, 1420],
};

/** Known everywhere: half of the market goes through these. */
const WORLDWIDE =
  "bank-transfer other-bank-transfer international-wire-transfer-swift paypal wise-transferwise skrill neteller payoneer advcash airtm any-creditdebit-card visa-debitcredit-card mastercard-debitcredit-card amazon-gift-card itunes-gift-card google-play-gift-card steam-wallet-gift-card xbox-gift-card playstation-network-gift-card razer-gold-gift-card western-union moneygram ria-money-transfer cash-deposit-to-bank litecoin-ltc usd-coin-usdc tron-trx bitcoin-lightning mobile-recharge other-online-wallets binance-pay".split(
    " ",
  );

export type Market = {
  /** How much of each currency a dollar buys, by code. */
  readonly perUsd: ReadonlyMap<string, Decimal>;
  /** Fiat for one whole coin, by "USDT/KES". */
  readonly rates: ReadonlyMap<string, Decimal>;
};

export function planOffers(draw: Draw, traders: readonly TraderPlan[], market: Market): OfferPlan[] {
  return traders.flatMap((trader, index) => {
    const byMarket = new Map<string, OfferPlan>();
    const methods = methodsFor(draw, trader);
    // The same market twice is one offer: some draws are lost.
    for (let tries = trader.offers * 3; tries > 0 && byMarket.size < trader.offers; tries--) {
      const method = draw.pick(methods);
      const body = planBody(draw, trader, method, market);
      const key = `${body.offer_type} ${body.crypto_currency_code} ${body.fiat_currency_code} ${method.slug}`;
      if (!byMarket.has(key)) {
        byMarket.set(key, { hash: draw.hash(), trader: index, daysAgo: draw.between(1, 180), body });
      }
    }
    return [...byMarket.values()];
  });
}

/** Six to twelve methods that this trader knows: those of their country first. */
function methodsFor(draw: Draw, { place }: TraderPlan): PaymentMethod[] {
  const local = paymentMethodsOfCountry(place.iso).filter(isUsable);
  const everywhere = WORLDWIDE.flatMap((slug) => findPaymentMethod(slug) ?? []).filter(isUsable);
  return [...draw.some(local, draw.between(4, 7)), ...draw.some(everywhere, draw.between(3, 6))];
}

function isUsable(method: PaymentMethod): boolean {
  const hard = ["legacy", "bond", "id-and-address", "location", "bin-codes"] as const;
  return method.slug !== ANY_METHOD && isMethodOpen(method, []) && !hard.some((rule) => method.rules.includes(rule));
}

function planBody(draw: Draw, trader: TraderPlan, method: PaymentMethod, market: Market): OfferBody {
  const { place } = trader;
  const fiat = place.fiat !== "USD" && method.countries.length === 0 && draw.percent(25) ? "USD" : place.fiat;
  const crypto = draw.weighted({ BTC: 48, USDT: 32, ETH: 20 });
  const side = draw.weighted({ sell: 58, buy: 42 });
  const group = method.group;
  const { terms, details } = makeTerms(draw, group);
  const strict = draw.percent(7);
  return {
    offer_type: side,
    crypto_currency_code: crypto,
    fiat_currency_code: fiat,
    payment_method: method.slug,
    ...planPrice(draw, { side, crypto, fiat, group }, market),
    ...planAmounts(draw, { fiat, group }, market),
    payment_window: Math.max(30, Math.min(method.windowMinutes, 1440)),
    offer_terms: terms,
    trade_details: details,
    // A robot has nothing to submit.
    tags: tagsFor(draw, method, strict).filter((slug) => side === "sell" || !(slug in REQUIRED_BY_TAG)),
    ...(strict ? { require_min_past_trades: draw.pick([1, 3, 5]) } : {}),
    ...(method.rules.includes("payment-country") ? { payment_country: place.iso } : {}),
    no_third_party_payments: draw.percent(40),
    is_active: true,
  };
}

/** Of these a trader says one at most: the others contradict it. */
const APART: readonly (readonly string[])[] = [
  ["no-id-needed", "no-verification-needed", "photo-id-required", "video-call-required", "verified-users-only"],
  ["no-new-users", "newbie-friendly"],
  ["receipt-required", "no-receipt-needed"],
  ["e-codes-accepted", "physical-cards-only"],
];
/** What the platform's own flows would have to keep. */
const NOT_IN_DEMO = ["gcc-instantly", "bin-restricted", "cash-only"];

/** Up to three words that fit the method and each other. */
function tagsFor(draw: Draw, { group, slug: methodSlug }: PaymentMethod, strict: boolean): string[] {
  const fitting = TAGS.map(({ slug }) => slug)
    .filter((slug) => tagFits(slug, group))
    .filter((slug) => !NOT_IN_DEMO.includes(slug))
    .filter((slug) => slug !== "verified-paypal-only" || methodSlug.includes("paypal"))
    .filter((slug) => slug !== "newbie-friendly" || !strict);
  const chosen = draw.some(fitting, draw.between(0, 3));
  return chosen.filter(
    (slug, place) =>
      !chosen.slice(0, place).some((earlier) => APART.some((set) => set.includes(slug) && set.includes(earlier))),
  );
}

type Kind = { side: "buy" | "sell"; crypto: CryptoCode; fiat: string; group: PaymentMethod["group"] };

/**
 * A seller asks more than the market, a buyer offers less. Only stablecoins get a fixed price, because their rate hardly moves.
 */
function planPrice(draw: Draw, { side, crypto, fiat, group }: Kind, { rates }: Market) {
  const [least, most] = MARGINS_BP[group];
  const costBp = draw.between(least, most);
  const marginBp = side === "sell" ? costBp : -costBp;
  const rate = rates.get(`${crypto}/${fiat}`);
  if (crypto === "USDT" && rate && Math.abs(marginBp) < 700 && draw.percent(12)) {
    const price = significant(times(rate, { units: BigInt(10_000 + marginBp), digits: 4 }), 5);
    return { fixed_price: decimalText(price) };
  }
  return { margin: decimalText({ units: BigInt(marginBp), digits: 2 }) };
}

const CARD_USD = [25n, 50n, 100n, 200n, 500n];

function planAmounts(draw: Draw, { fiat, group }: Pick<Kind, "fiat" | "group">, { perUsd }: Market) {
  const local = (usd: bigint) => roundSum(usd, fiat, perUsd);
  if (group === "gift-cards" && draw.percent(45)) {
    const sums = CARD_USD.slice(draw.below(2), draw.between(3, 5)).map(local);
    return { amount_type: "predefined" as const, predefined_amount: [...new Set(sums)] };
  }
  const leastUsd = draw.pick([5n, 10n, 10n, 15n, 20n, 20n, 30n, 50n, 100n]);
  const mostUsd = leastUsd * draw.pick([5n, 8n, 10n, 20n, 30n, 40n]);
  return { amount_type: "min_max" as const, range_min: local(leastUsd), range_max: local(mostUsd) };
}

/** So many dollars in the currency, as people would write it: two leading digits, no more digits than the money has. */
export function roundSum(usd: bigint, fiat: string, perUsd: ReadonlyMap<string, Decimal>): string {
  const rate = perUsd.get(fiat) ?? decimal("1");
  const sum = significant(times({ units: usd, digits: 0 }, rate), 2);
  return decimalText(rounded(sum, Math.min(getFiat(fiat).digits, 2), "up"));
}
