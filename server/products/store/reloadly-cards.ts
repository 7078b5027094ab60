/** Reloadly as a provider of gift cards, from an account of its own: a balance that two products spend would be in two statements. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { StoreCategory } from "#contract/products/store/names.ts";
import { ReloadlyError, type ReloadlySettings } from "../../platform/outside/providers/reloadly.ts";
import {
  openReloadlyCardsApi,
  type ReloadlyCardOrder,
  type ReloadlyCardProduct,
  type ReloadlyCards,
  type ReloadlyCode,
} from "../../platform/outside/providers/reloadly-cards.ts";
import {
  type GoodsCode,
  type ProviderAnswer,
  ProviderFault,
  type ProviderStatement,
  readReloadlyMessage,
  RELOADLY_HEADERS,
  reloadlyUnits,
  type StatementLine,
} from "../providers/index.ts";
import type { SoldCard, StoreProvider } from "./provider.ts";
import { vaultMethodOf } from "./vault-method.ts";

export const RELOADLY_CARDS = "reloadly_cards";
export const RELOADLY_CARDS_HEADERS = RELOADLY_HEADERS;

type Settings = ReloadlySettings & { readonly webhookSecret?: string | undefined };

export function openReloadlyCards(settings: Settings): StoreProvider {
  const api = openReloadlyCardsApi(settings);
  return {
    name: RELOADLY_CARDS,
    submit: (reference, { product, countryIso, quantity, faceUnits, currency }) =>
      answered(async () =>
        answerOf(
          api,
          await api.order({
            productId: Number(product),
            countryCode: countryIso,
            quantity,
            unitPrice: displayFromUnits(faceUnits, fiatDigitsOf(currency)),
            customIdentifier: reference,
            senderName: "Parley",
          }),
        ),
      ),
    ask: (reference) =>
      answered(async () => {
        const found = await api.find(reference);
        return found ? answerOf(api, found) : { outcome: "not_found" };
      }),
    read: (message, now) => readReloadlyMessage(settings.webhookSecret, message, now),
    statement: (day, before) => statementOf(api, day, before),
    catalog: () => catalogOf(api),
  };
}

/** What Reloadly says that it refuses for: nothing was bought. Anything else may have had its effect. */
const REFUSES: Readonly<Record<string, "refused" | "stock">> = {
  INVALID_PRODUCT: "stock",
  PRODUCT_NOT_AVAILABLE: "stock",
  OUT_OF_STOCK: "stock",
  INVALID_UNIT_PRICE: "refused",
  INVALID_QUANTITY: "refused",
  INSUFFICIENT_BALANCE: "stock",
};

async function answered(call: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ReloadlyError)) throw error;
    const isDefinite = error.status !== undefined && error.status >= 400 && error.status < 500;
    const reason = isDefinite && Object.hasOwn(REFUSES, error.code) ? REFUSES[error.code] : undefined;
    if (reason) return { outcome: "failed", reason };
    throw new ProviderFault([error.message, error.code].filter(Boolean).join(": "), error.status);
  }
}

/** The codes come by a call of their own: one that fails leaves the order unknown, and they are asked for again. */
async function answerOf(api: ReloadlyCards, made: ReloadlyCardOrder): Promise<ProviderAnswer> {
  const providerRef = String(made.transactionId);
  if (made.status === "REFUNDED" || made.status === "FAILED") return { outcome: "failed", reason: "refused" };
  if (made.status !== "SUCCESSFUL") return { outcome: "pending", providerRef };
  const codes = (await api.codes(made.transactionId)).flatMap(codeOf);
  const { unitPrice, currencyCode: currency = "" } = made.product ?? {};
  return {
    ...{ outcome: "succeeded", providerRef, currency, codes, chargedUnits: reloadlyUnits(made.amount, 2) },
    deliveredUnits: reloadlyUnits(unitPrice, fiatDigitsOf(currency)) * BigInt(codes.length),
  };
}

function codeOf({ cardNumber, pinCode }: ReloadlyCode): GoodsCode[] {
  const [number, pin] = [cardNumber?.trim() ?? "", pinCode?.trim() ?? ""];
  if (number === "" && pin === "") return [];
  return [number === "" ? { code: pin } : { code: number, ...(pin === "" || pin === number ? {} : { pin }) }];
}

/** Reloadly has no statements: the end of a day is the balance of now and what was charged since then. */
async function statementOf(api: ReloadlyCards, day: string, before: bigint): Promise<ProviderStatement> {
  const made = (await api.since(day)).filter(({ status }) => status === "SUCCESSFUL");
  const dayOf = ({ transactionCreatedTime }: ReloadlyCardOrder) => (transactionCreatedTime ?? "").slice(0, 10);
  const later = made.filter((one) => dayOf(one) > day);
  const closing = later.reduce((sum, one) => sum + reloadlyUnits(one.amount, 2), reloadlyUnits(await api.balance(), 2));
  const lines: StatementLine[] = made
    .filter((one) => dayOf(one) === day)
    .map(({ customIdentifier, transactionId, amount, transactionCreatedTime = day }) => ({
      kind: "order",
      reference: customIdentifier ?? String(transactionId),
      units: -reloadlyUnits(amount, 2),
      at: new Date(`${transactionCreatedTime.slice(0, 10)}T${transactionCreatedTime.slice(11) || "00:00:00"}Z`),
    }));
  const rest = closing - lines.reduce((sum, { units }) => sum + units, before);
  if (rest !== 0n)
    lines.push({
      kind: rest > 0n ? "deposit" : "other",
      reference: "balance",
      units: rest,
      at: new Date(`${day}T23:59:59Z`),
    });
  return { currency: "USD", openingUnits: before, closingUnits: closing, lines };
}

const MOST_PAGES = 60;

async function catalogOf(api: ReloadlyCards): Promise<SoldCard[]> {
  const sold: SoldCard[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { content, last } = await api.products(page);
    sold.push(...content.flatMap(soldBy));
    if (last) break;
  }
  return sold;
}

const CATEGORIES: readonly (readonly [RegExp, StoreCategory])[] = [
  [/gam/i, "games"],
  [/food|restaurant|grocer/i, "food"],
  [/travel|hotel|air/i, "travel"],
  [/music|movie|tv|entertain|stream/i, "entertainment"],
  [/payment|finance|money|prepaid|crypto/i, "money"],
  [/fashion|retail|shop|home|beauty|electronic/i, "shopping"],
];

/** Cards whose price in dollars is known before anybody pays; without a discount, which is the operator's. */
function soldBy(one: ReloadlyCardProduct): SoldCard[] {
  const { recipientCurrencyCode: currency, country } = one;
  if (!country || one.senderCurrencyCode !== "USD" || (one.status ?? "ACTIVE") !== "ACTIVE") return [];
  const prices = pricesOf(one, fiatDigitsOf(currency));
  if (!prices) return [];
  const brand = (one.brand?.brandName ?? one.productName).slice(0, 80);
  const { concise, verbose } = one.redeemInstruction ?? {};
  return [
    {
      ...{
        code: String(one.productId),
        brand,
        name: one.productName.slice(0, 120),
        country: country.isoName,
        currency,
      },
      category: CATEGORIES.find(([pattern]) => pattern.test(one.category?.name ?? ""))?.[1] ?? "other",
      ...prices,
      redeem: { en: (verbose ?? concise ?? "").slice(0, 2000) },
      method_id: vaultMethodOf(brand),
      is_in_stock: true,
    },
  ];
}

type Prices = Pick<SoldCard, "kind" | "amounts" | "costs" | "min_units" | "max_units" | "max_cost_cents">;

function pricesOf(one: ReloadlyCardProduct, digits: number): Prices | undefined {
  const { senderFee = 0, senderFeePercentage = 0 } = one;
  const cost = (usd: number) => reloadlyUnits(usd * (1 + senderFeePercentage / 100) + senderFee + 0.004_999, 2);
  if (one.denominationType === "FIXED") {
    const { fixedRecipientDenominations: values = [], fixedSenderDenominations } = one;
    const charged = fixedSenderDenominations ?? (one.recipientCurrencyCode === "USD" ? values : []);
    if (values.length === 0 || values.length > 60 || charged.length !== values.length) return undefined;
    return {
      kind: "fixed",
      amounts: values.map((value) => String(reloadlyUnits(value, digits))),
      costs: charged.map((usd) => String(cost(usd))),
    };
  }
  const { minRecipientDenomination: least, maxRecipientDenomination: most } = one;
  const highest = one.maxSenderDenomination ?? (one.recipientCurrencyCode === "USD" ? most : null);
  // A fee for each card does not grow with its value: of such a range nobody knows a price by one factor.
  if (!least || !most || !highest || senderFee > 0) return undefined;
  return {
    kind: "range",
    min_units: String(reloadlyUnits(least, digits)),
    max_units: String(reloadlyUnits(most, digits)),
    max_cost_cents: String(cost(highest)),
  };
}
