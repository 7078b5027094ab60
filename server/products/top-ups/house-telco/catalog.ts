/** Invented operators of the demo's own telephone company, and what they sell. Dollars are what it charges, and no rates of a day. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { divideUp } from "#contract/money/money.ts";
import type { SoldOperator } from "../provider.ts";

type Sold = {
  readonly country: string;
  readonly currency: string;
  /** Hundredths of the currency for a dollar. */
  readonly perUsd: bigint;
  readonly amounts: readonly number[];
  readonly operators: readonly [string, string];
};

const SOLD: readonly Sold[] = [
  {
    country: "NG",
    currency: "NGN",
    perUsd: 145000n,
    amounts: [500, 1000, 2000, 5000, 10_000],
    operators: ["Savanna Mobile", "Delta Cell"],
  },
  {
    country: "KE",
    currency: "KES",
    perUsd: 12900n,
    amounts: [50, 100, 250, 500, 1000],
    operators: ["Rift Telecom", "Mara Mobile"],
  },
  {
    country: "GH",
    currency: "GHS",
    perUsd: 1100n,
    amounts: [5, 10, 20, 50, 100],
    operators: ["Volta Mobile", "Coast Cell"],
  },
  {
    country: "PH",
    currency: "PHP",
    perUsd: 5800n,
    amounts: [50, 100, 300, 500, 1000],
    operators: ["Islas Mobile", "Habagat Telecom"],
  },
  {
    country: "IN",
    currency: "INR",
    perUsd: 8800n,
    amounts: [149, 299, 479, 799],
    operators: ["Deccan Mobile", "Ganga Cell"],
  },
  {
    country: "VN",
    currency: "VND",
    perUsd: 2600000n,
    amounts: [50_000, 100_000, 200_000, 500_000],
    operators: ["Lotus Mobile", "Red River Telecom"],
  },
  {
    country: "MX",
    currency: "MXN",
    perUsd: 1850n,
    amounts: [50, 100, 200, 500],
    operators: ["Sierra Celular", "Nopal Movil"],
  },
  {
    country: "ES",
    currency: "EUR",
    perUsd: 87n,
    amounts: [5, 10, 20, 50],
    operators: ["Meseta Movil", "Cabo Telecom"],
  },
  {
    country: "DE",
    currency: "EUR",
    perUsd: 87n,
    amounts: [5, 10, 15, 25, 50],
    operators: ["Elbe Mobil", "Harz Telefon"],
  },
  {
    country: "US",
    currency: "USD",
    perUsd: 100n,
    amounts: [5, 10, 25, 50],
    operators: ["Prairie Wireless", "Harbor Mobile"],
  },
];

export const HOUSE_CATALOG: readonly SoldOperator[] = SOLD.flatMap(
  ({ country, currency, perUsd, amounts, operators }) =>
    operators.map((name, place) => ({
      code: `${country}-${place + 1}`,
      country,
      name,
      products: productsOf({ currency, perUsd, amounts }),
    })),
);

/** Fixed sums, any sum between the least and the most of them, and the middle one as a code. */
function productsOf({ currency, perUsd, amounts }: Pick<Sold, "currency" | "perUsd" | "amounts">) {
  const unitsOf = (amount: number) => String(BigInt(amount) * 10n ** BigInt(fiatDigitsOf(currency)));
  const priced = (amount: number) => ({
    ...{ currency, units: unitsOf(amount) },
    cents: String(divideUp(BigInt(amount) * 10_000n, perUsd)),
  });
  const [least = 0, middle = 0, most = 0] = [amounts[0], amounts[Math.floor(amounts.length / 2)], amounts.at(-1)];
  return [
    ...amounts.map((amount) => ({ code: String(amount), ...priced(amount) })),
    { code: "any", ...priced(most), least: unitsOf(least) },
    { code: `pin-${middle}`, ...priced(middle), pin: true as const },
  ];
}

/** Which of the two has a number: by its fourth digit from the end. */
export function houseOperatorOf(number: string, countryIso: string): string | undefined {
  if (!SOLD.some(({ country }) => country === countryIso)) return undefined;
  return `${countryIso}-${(Number(number.at(-4)) % 2) + 1}`;
}
