/** In which currencies an account can be held: some numbers have their currency in them, and some systems carry few. */
import type { Entered } from "./rule.ts";

/** ISO 4217 numbers as digits six to eight of a Russian account have them; 810 is the ruble's own. */
const RUSSIAN: Readonly<Record<string, string>> = {
  ...{ "810": "RUB", "643": "RUB", "840": "USD", "978": "EUR", "826": "GBP", "756": "CHF", "156": "CNY", "392": "JPY" },
  ...{ "398": "KZT", "933": "BYN", "949": "TRY", "784": "AED", "356": "INR", "344": "HKD", "051": "AMD", "981": "GEL" },
  ...{ "417": "KGS", "860": "UZS", "972": "TJS", "944": "AZN", "980": "UAH", "941": "RSD", "498": "MDL", "934": "TMT" },
  ...{ "036": "AUD", "124": "CAD", "208": "DKK", "578": "NOK", "752": "SEK", "702": "SGD", "985": "PLN", "203": "CZK" },
  ...{ "348": "HUF", "946": "RON", "975": "BGN", "410": "KRW", "764": "THB", "704": "VND", "360": "IDR", "710": "ZAR" },
  ...{ "986": "BRL", "818": "EGP", "634": "QAR", "682": "SAR", "496": "MNT", "376": "ILS", "554": "NZD", "458": "MYR" },
};

/** Undefined where the number does not say. */
export function currencyOfRussian(accountNumber: string): readonly string[] | undefined {
  const code = RUSSIAN[accountNumber.slice(5, 8)];
  return code === undefined ? undefined : [code];
}

const GUATEMALAN: Readonly<Record<string, string>> = { "01": "GTQ", "02": "USD" };

/** In Mauritius and Seychelles an IBAN ends in its currency, in Guatemala it has a number of it behind the bank. */
export function currencyInIban({ iban = "" }: Entered): readonly string[] | undefined {
  const country = iban.slice(0, 2);
  if (country === "MU" || country === "SC") return [iban.slice(-3)];
  const code = country === "GT" ? GUATEMALAN[iban.slice(8, 10)] : undefined;
  return code === undefined ? undefined : [code];
}

/** What the transfers of these countries carry, domiciliary and non-resident accounts included. */
export const CARRIED = {
  US: ["USD"],
  MX: ["MXN", "USD"],
  NG: ["NGN", "USD", "EUR", "GBP"],
  IN: ["INR", "USD", "EUR", "GBP", "JPY", "AUD", "CAD"],
} as const;
