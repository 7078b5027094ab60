/** Fiat currencies: every active code of ISO 4217 that people pay with, with the digits of ISO and an id that never changes. */
import { join } from "node:path";
import { readJson, writeRows } from "./sources.ts";

export type FiatRow = {
  id: number;
  code: string;
  name: string;
  digits: number;
  defaultAmount: string;
  order: number;
};

type IsoCurrency = { code: string; digits: number; currency: string };

// Funds, units of account, metals, test codes: nobody pays a stranger with them. Of the codes with X only these are money.
const FUNDS = new Set("BOV CHE CHW CLF COU MXV USN UYI UYW".split(" "));
const isMoney = (code: string) => !FUNDS.has(code) && (!code.startsWith("X") || /^X(AF|OF|PF|CD|CG)$/.test(code));

// What happened after the list of 2024-06-25: the Antillean guilder became XCG, the lev joined the euro in 2026, the
// Cuban convertible peso had ended before.
const ENDED = new Set(["ANG", "BGN", "CUC"]);
const BEGUN: IsoCurrency[] = [{ code: "XCG", digits: 2, currency: "Caribbean Guilder" }];

/** The order in which a chooser shows them; the rest follows by code. */
export const POPULAR = (
  "USD EUR GBP NGN INR KES GHS ZAR CAD AUD PHP IDR PKR BDT VND BRL MXN ARS COP CNY JPY KRW TRY UAH PLN EGP MAD " +
  "TZS UGX XAF XOF RUB KZT AED SAR THB MYR SGD HKD TWD CHF SEK NOK DKK CZK HUF RON ILS NZD PEN CLP"
).split(" ");

export async function buildCurrencies(input: {
  isoFolder: string;
  usdRates: Record<string, number>;
  fixedIds: Record<string, number>;
  file: string;
}): Promise<FiatRow[]> {
  const iso = (await import(join(input.isoFolder, "data.js"))) as { default: IsoCurrency[] };
  const active = [...iso.default.filter(({ code }) => isMoney(code) && !ENDED.has(code)), ...BEGUN].sort((a, b) =>
    a.code < b.code ? -1 : 1,
  );
  for (const { code } of active) input.fixedIds[code] ??= nextId(input.fixedIds);
  const names = new Intl.DisplayNames("en", { type: "currency" });
  const order = (code: string) => (POPULAR.includes(code) ? POPULAR.indexOf(code) + 1 : POPULAR.length + 1);
  const rows = active.map(({ code, digits, currency }) => {
    const usdRate = input.usdRates[code.toLowerCase()];
    if (!usdRate) throw new Error(`no recorded rate for ${code}`);
    const name = names.of(code) ?? currency;
    return {
      id: input.fixedIds[code] ?? 0,
      code,
      name: name === code ? currency : name,
      digits,
      defaultAmount: roundSum(100 * usdRate),
      order: order(code),
    };
  });
  rows.sort((a, b) => a.order - b.order || (a.code < b.code ? -1 : 1));
  rows.forEach((row, index) => {
    row.order = index + 1;
  });
  writeRows(input.file, rows);
  return rows;
}

function nextId(fixed: Record<string, number>): number {
  const taken = new Set(Object.values(fixed));
  for (let id = 1; ; id++) if (!taken.has(id) && id !== 144) return id;
}

/** About this much, as people say it: 1, 2 or 5 with zeros behind. */
function roundSum(about: number): string {
  const zeros = Math.max(0, Math.floor(Math.log10(about)));
  const lead = about / 10 ** zeros;
  const digit = lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10;
  return String(digit * 10 ** zeros);
}

export function readFixedIds(file: string): {
  currencies: Record<string, number>;
  paymentMethods: Record<string, number>;
} {
  return readJson(file);
}
