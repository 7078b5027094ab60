/** Reloadly as a provider of top-ups: sums for which both sides are known before anybody pays, fixed, within a range, or as a code. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import {
  openReloadlyApi,
  type Reloadly,
  ReloadlyError,
  type ReloadlyOperator,
  type ReloadlyTransaction,
} from "../../platform/outside/providers/reloadly.ts";
import { callingParts } from "../../people/phones/index.ts";
import {
  type ProviderAnswer,
  ProviderFault,
  type ProviderStatement,
  readReloadlyMessage,
  reloadlyUnits,
  type StatementLine,
} from "../providers/index.ts";
import type { SoldOperator, TopUpProvider } from "./provider.ts";

export const RELOADLY = "reloadly";

export type ReloadlySettings = {
  readonly clientId: string;
  readonly secret: string;
  readonly webhookSecret?: string | undefined;
  readonly api: string;
  readonly auth: string;
};

export function openReloadly(settings: ReloadlySettings): TopUpProvider {
  const api = openReloadlyApi(settings);
  return {
    name: RELOADLY,
    submit: (reference, { operator, costCents, number, isRange, units, currency }) =>
      answered(async () =>
        answerOf(
          await api.topUp({
            operatorId: Number(operator),
            amount: isRange ? displayFromUnits(units, fiatDigitsOf(currency)) : displayFromUnits(costCents, 2),
            useLocalAmount: isRange,
            customIdentifier: reference,
            ...callingParts(number),
          }),
        ),
      ),
    ask: (reference) =>
      answered(async () => {
        const found = await api.find(reference);
        return found ? answerOf(found) : { outcome: "not_found" };
      }),
    read: (message, now) => readReloadlyMessage(settings.webhookSecret, message, now),
    statement: (day, before) => statementOf(api, day, before),
    catalog: () => catalogOf(api),
    operatorOf: async (number, countryIso) => {
      const found = await api.operatorOf(number, countryIso);
      return found === undefined ? undefined : String(found);
    },
  };
}

/** What Reloadly says that it refuses for: nothing was sent. Anything else may have had its effect. */
const REFUSES: Readonly<Record<string, "refused" | "number" | "operator" | "stock">> = {
  INVALID_RECIPIENT_PHONE: "number",
  INVALID_PHONE_NUMBER: "number",
  COULD_NOT_AUTO_DETECT_OPERATOR: "operator",
  INVALID_AMOUNT_FOR_OPERATOR: "refused",
  INVALID_OPERATOR: "operator",
  INACTIVE_OPERATOR: "stock",
  INSUFFICIENT_BALANCE: "stock",
  PROVIDER_INSUFFICIENT_BALANCE: "stock",
  TRANSACTION_AMOUNT_LIMIT_EXCEEDED: "refused",
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

function answerOf(made: ReloadlyTransaction): ProviderAnswer {
  const providerRef = String(made.transactionId);
  if (made.status === "REFUNDED" || made.status === "FAILED") return { outcome: "failed", reason: "refused" };
  if (made.status !== "SUCCESSFUL") return { outcome: "pending", providerRef };
  const currency = String(made.deliveredAmountCurrencyCode ?? "");
  return {
    outcome: "succeeded",
    providerRef,
    currency,
    deliveredUnits: reloadlyUnits(made.deliveredAmount, fiatDigitsOf(currency)),
    chargedUnits: costOf(made),
    ...codesOf(made),
  };
}

function codesOf({ pinDetail }: ReloadlyTransaction) {
  const code = pinDetail?.code?.trim();
  if (!pinDetail) return {};
  if (!code) throw new ProviderFault("Reloadly answers without the code");
  const serial = pinDetail.serial?.trim();
  return { codes: [serial ? { code, pin: serial } : { code }] };
}

/** Discounts are in the balance, where the answer has it. */
function costOf({ requestedAmount, balanceInfo }: ReloadlyTransaction): bigint {
  return balanceInfo
    ? reloadlyUnits(balanceInfo.oldBalance, 2) - reloadlyUnits(balanceInfo.newBalance, 2)
    : reloadlyUnits(requestedAmount, 2);
}

/** Reloadly has no statements: one is made of the transactions of a day, and what the balance did between them is a line of its own. */
async function statementOf(api: Reloadly, day: string, before: bigint): Promise<ProviderStatement> {
  const lines: StatementLine[] = [];
  let at = before;
  for (const { transactionId, customIdentifier, balanceInfo, transactionDate, status } of await api.ofDay(day)) {
    if (!balanceInfo) throw new ProviderFault(`Reloadly does not say what transaction ${transactionId} cost`);
    const when = new Date(
      `${(transactionDate ?? day).slice(0, 10)}T${(transactionDate ?? "").slice(11) || "00:00:00"}Z`,
    );
    const opens = reloadlyUnits(balanceInfo.oldBalance, 2);
    if (opens !== at) lines.push(betweenLine(opens - at, when));
    at = reloadlyUnits(balanceInfo.newBalance, 2);
    const kind = status === "SUCCESSFUL" ? ("order" as const) : ("other" as const);
    lines.push({ kind, reference: customIdentifier ?? String(transactionId), units: at - opens, at: when });
  }
  // Of a day without any, what the account has now.
  if (lines.length === 0) {
    const now = reloadlyUnits(await api.balance(), 2);
    if (now !== at) lines.push(betweenLine(now - at, new Date(`${day}T23:59:59Z`)));
    at = now;
  }
  return { currency: "USD", openingUnits: before, closingUnits: at, lines };
}

const betweenLine = (units: bigint, at: Date): StatementLine => ({
  kind: units > 0n ? "deposit" : "other",
  reference: "balance",
  units,
  at,
});

const MOST_PAGES = 40;

async function catalogOf(api: Reloadly): Promise<SoldOperator[]> {
  const sold: SoldOperator[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { content, last } = await api.operators(page);
    sold.push(...content.flatMap(soldBy));
    if (last) break;
  }
  return sold;
}

/** In dollars: fixed amounts, and ranges in the operator's currency; of a range in dollars nobody knows before what arrives. */
function soldBy(one: ReloadlyOperator): SoldOperator[] {
  if (!one.country || one.senderCurrencyCode !== "USD" || one.data || one.bundle) return [];
  const products = one.denominationType === "FIXED" ? fixedOf(one) : rangeOf(one);
  if (products.length === 0) return [];
  return [{ code: String(one.operatorId), country: one.country.isoName, name: one.name.slice(0, 80), products }];
}

type SoldProducts = SoldOperator["products"];

function rangeOf(one: ReloadlyOperator): SoldProducts {
  const { supportsLocalAmounts, localMinAmount, localMaxAmount, maxAmount, destinationCurrencyCode: currency } = one;
  if (!supportsLocalAmounts || !localMinAmount || !localMaxAmount || !maxAmount || one.pin) return [];
  const digits = fiatDigitsOf(currency);
  const [least, most] = [reloadlyUnits(localMinAmount, digits), reloadlyUnits(localMaxAmount, digits)];
  if (least <= 0n || least >= most) return [];
  const cents = String(reloadlyUnits(maxAmount, 2));
  return [{ code: "range", currency, units: String(most), cents, least: String(least) }];
}

function fixedOf(one: ReloadlyOperator): SoldProducts {
  const { fixedAmounts = [], localFixedAmounts = [], destinationCurrencyCode: currency } = one;
  if (fixedAmounts.length !== localFixedAmounts.length) return [];
  const digits = fiatDigitsOf(currency);
  const pin = one.pin ? ({ pin: true } as const) : {};
  return fixedAmounts.flatMap((usd, place) => {
    const units = reloadlyUnits(localFixedAmounts[place], digits);
    const cents = reloadlyUnits(usd, 2);
    const note = one.fixedAmountsDescriptions?.[usd.toFixed(2)]?.slice(0, 200);
    return units > 0n && cents > 0n
      ? [
          {
            code: String(cents),
            currency,
            units: String(units),
            cents: String(cents),
            ...pin,
            ...(note ? { note } : {}),
          },
        ]
      : [];
  });
}
