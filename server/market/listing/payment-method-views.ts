/** Payment methods with how many offers they have: for choosers, and the popular ones. */
import type { PaymentMethodOnWire } from "#contract/reference/catalog.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import {
  countryByIso,
  iconAddress,
  isMethodOpen,
  methodName,
  PAYMENT_METHODS,
  type PaymentMethod,
} from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { baseFeeBp } from "../offers/index.ts";
import { countByMethodAndSide } from "./market-rows.ts";

const POPULAR = 15;

/** Known everywhere: what a market without offers shows. */
const FALLBACK = [
  "bank-transfer",
  "paypal",
  "amazon-gift-card",
  "m-pesa",
  "wise-transferwise",
  "revolut",
  "upi-transfer",
  "zelle-pay",
];

type MethodCounts = Map<number, { buy: number; sell: number }>;

/** Active offers by method and owner's side; of all coins and currencies where none is given. */
async function methodCounts(
  tx: ReadTx,
  of: { crypto?: CryptoCode | undefined; fiat?: string } = {},
): Promise<MethodCounts> {
  const rows = await countByMethodAndSide(tx, of);
  const counts: MethodCounts = new Map();
  for (const row of rows) {
    const known = counts.get(row.method_id) ?? { buy: 0, sell: 0 };
    counts.set(row.method_id, { ...known, [row.side]: row.count });
  }
  return counts;
}

/** Those that new offers may use. */
export async function openMethods(tx: ReadTx): Promise<PaymentMethod[]> {
  const closed = (await readSettings(tx, ["catalog.disabled_methods"]))["catalog.disabled_methods"];
  return PAYMENT_METHODS.filter((method) => isMethodOpen(method, closed));
}

export async function viewMethods(
  tx: ReadTx,
  methods: readonly PaymentMethod[],
  { crypto, locale = DEFAULT_LOCALE }: { crypto?: CryptoCode | undefined; locale?: Locale | undefined } = {},
): Promise<PaymentMethodOnWire[]> {
  const settings = await readSettings(tx, ["offers.fee_bp", "offers.high_fee_bp"]);
  const counts = await methodCounts(tx, { crypto });
  return methods.map((method) => {
    return {
      id: method.id,
      slug: method.slug,
      name: { localized: methodName(method, locale), original: method.name },
      group: method.group,
      groupId: method.categoryId,
      icon: iconAddress(method),
      color: method.color,
      hasBinCodes: method.rules.includes("bin-codes"),
      countries: [...method.countries],
      reversible: method.reversible,
      paymentWindowMinutes: method.windowMinutes,
      escrowFeePct: decimalText({ units: BigInt(baseFeeBp(method, settings)), digits: 2 }),
      isRisky: method.rules.includes("risky") || method.reversible === "high",
      // A buyer looks at offers to sell.
      buyOffersCount: counts.get(method.id)?.sell ?? 0,
      sellOffersCount: counts.get(method.id)?.buy ?? 0,
    };
  });
}

/**
 * By active offers. Of a country those in its currency count most, its own methods come first, and those of other countries not at all.
 */
export async function popularMethods(
  tx: ReadTx,
  { countryIso, locale }: { countryIso: string | undefined; locale: Locale },
): Promise<PaymentMethodOnWire[]> {
  const views = (await viewMethods(tx, await openMethods(tx), { locale })).filter(
    ({ countries }) => countryIso === undefined || countries.length === 0 || countries.includes(countryIso),
  );
  const fiat = countryIso === undefined ? undefined : countryByIso(countryIso)?.currency;
  const used = fiat ? await methodCounts(tx, { fiat }) : undefined;
  const isOwn = ({ countries }: PaymentMethodOnWire) => countryIso !== undefined && countries.includes(countryIso);
  const usedBy = ({ id }: PaymentMethodOnWire) => (used?.get(id)?.buy ?? 0) + (used?.get(id)?.sell ?? 0);
  const weight = (view: PaymentMethodOnWire) =>
    (usedBy(view) * USED_THERE + view.buyOffersCount + view.sellOffersCount + (isOwn(view) ? 1 : 0)) *
      (isOwn(view) ? 4 : 1) +
    (FALLBACK.includes(view.slug) ? 0.5 : 0);
  return [...views].sort((a, b) => weight(b) - weight(a) || a.id - b.id).slice(0, POPULAR);
}

/** An offer in the country's currency says more of what is used there than many in others. */
const USED_THERE = 1000;
