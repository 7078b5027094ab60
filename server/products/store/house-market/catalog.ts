/** Invented shops of the demo's own issuer, whose cards its till takes. Dollars are what it charges, and no rates of a day. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { divideUp } from "#contract/money/money.ts";
import type { StoreCategory } from "#contract/products/store/names.ts";
import type { SoldCard } from "../provider.ts";
import { vaultMethodOf } from "../vault-method.ts";

type Shop = {
  readonly code: string;
  readonly brand: string;
  readonly category: StoreCategory;
  readonly country: string;
  readonly currency: string;
  /** Hundredths of the currency for a dollar. */
  readonly perUsd: bigint;
  readonly amounts: readonly number[] | { readonly least: number; readonly most: number };
  readonly isOut?: true;
  /** Its codes come with a PIN. */
  readonly hasPin?: true;
};

const SHOPS: readonly Shop[] = [
  {
    code: "market-us",
    brand: "Parley Market",
    category: "shopping",
    country: "US",
    currency: "USD",
    perUsd: 100n,
    amounts: [10, 25, 50, 100],
  },
  {
    code: "market-eu",
    brand: "Parley Market",
    category: "shopping",
    country: "DE",
    currency: "EUR",
    perUsd: 87n,
    amounts: { least: 5, most: 200 },
  },
  {
    code: "games-us",
    brand: "Northwind Games",
    category: "games",
    country: "US",
    currency: "USD",
    perUsd: 100n,
    amounts: [10, 20, 50],
  },
  {
    code: "games-es",
    brand: "Northwind Games",
    category: "games",
    country: "ES",
    currency: "EUR",
    perUsd: 87n,
    amounts: [10, 20, 50],
  },
  {
    code: "savanna-ng",
    brand: "Savanna Market",
    category: "food",
    country: "NG",
    currency: "NGN",
    perUsd: 145000n,
    amounts: [5000, 10_000, 25_000],
  },
  {
    code: "rift-ke",
    brand: "Rift Foods",
    category: "food",
    country: "KE",
    currency: "KES",
    perUsd: 12900n,
    amounts: { least: 500, most: 10_000 },
  },
  {
    code: "cinema-mx",
    hasPin: true,
    brand: "Cine Nopal",
    category: "entertainment",
    country: "MX",
    currency: "MXN",
    perUsd: 1850n,
    amounts: [200, 500, 1000],
  },
  {
    code: "stream-us",
    brand: "Harbor Stream",
    category: "entertainment",
    country: "US",
    currency: "USD",
    perUsd: 100n,
    amounts: [15, 30],
    isOut: true,
  },
  {
    code: "rail-in",
    brand: "Deccan Rail",
    category: "travel",
    country: "IN",
    currency: "INR",
    perUsd: 8800n,
    amounts: [500, 1000, 2500],
  },
  {
    code: "air-vn",
    brand: "Lotus Air",
    category: "travel",
    country: "VN",
    currency: "VND",
    perUsd: 2600000n,
    amounts: { least: 100_000, most: 3_000_000 },
  },
  {
    code: "tests-gb",
    brand: "Test Shop",
    category: "other",
    country: "GB",
    currency: "USD",
    perUsd: 100n,
    amounts: [1, 2, 3, 4, 5],
  },
];

const REDEEM = {
  en: "Open “Redeem a card” in the gift card store of this demo and enter the code. The value is credited to your USDT balance at the price of the moment.",
  es: "Abre «Canjear una tarjeta» en la tienda de tarjetas de esta demo e introduce el código. El valor se abona en tu saldo de USDT al precio del momento.",
  ar: "افتح «استبدال بطاقة» في متجر بطاقات الهدايا لهذه النسخة التجريبية وأدخل الرمز. تُضاف القيمة إلى رصيدك من USDT بسعر تلك اللحظة.",
};

/** Its codes come with a PIN. */
export const hasPins = (product: string): boolean =>
  SHOPS.some(({ code, hasPin }) => code === product && hasPin === true);

export const HOUSE_CATALOG = (): readonly SoldCard[] => SHOPS.map(soldBy);

function soldBy({ code, brand, category, country, currency, perUsd, amounts, isOut }: Shop): SoldCard {
  const units = (amount: number) => BigInt(amount) * 10n ** BigInt(fiatDigitsOf(currency));
  const cents = (amount: number) => String(divideUp(BigInt(amount) * 10_000n, perUsd));
  return {
    ...{ code, brand, name: `${brand} ${currency}`, country, currency, category },
    ...("least" in amounts
      ? {
          kind: "range",
          min_units: String(units(amounts.least)),
          max_units: String(units(amounts.most)),
          max_cost_cents: cents(amounts.most),
        }
      : { kind: "fixed", amounts: amounts.map((one) => String(units(one))), costs: amounts.map(cents) }),
    redeem: REDEEM,
    method_id: vaultMethodOf(brand),
    is_in_stock: isOut !== true,
  };
}
