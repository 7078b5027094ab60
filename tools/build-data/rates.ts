/** Recorded daily rates against the US dollar, kept to the currencies of the market and to seven significant digits. */
import { join } from "node:path";
import { readJson, unpack, writeRows } from "./sources.ts";

type Snapshot = { date: string; usd: Record<string, number> };

const days = (month: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${month}.${from + index}`);

/** A few days of every month for the long chart; every day of the end for playing. */
export const RECORDED_VERSIONS: readonly string[] = [
  ...(
    "2024.3.2 2024.4.1 2024.5.1 2024.6.1 2024.7.31 2024.9.1 2024.11.1 2024.12.1 2025.1.1 2025.2.1 2025.3.1 2025.4.1 " +
    "2025.5.1 2025.6.1 2025.7.1 2025.8.2 2025.9.1 2025.9.21 2025.10.4 2025.10.19 2025.11.1 2025.12.6 2025.12.19 " +
    "2026.1.1 2026.1.15 2026.1.30 2026.2.5 2026.2.24 2026.3.10 2026.4.5 2026.4.19 2026.5.3 2026.5.12 2026.5.23 " +
    "2026.6.1 2026.6.14 2026.6.28 2026.7.10 2026.7.20 2026.8.1 2026.8.5"
  ).split(" "),
  ...days("2026.8", 9, 31),
  ...days("2026.9", 1, 29),
];

export const RATES_PACKAGE = "@fawazahmed0/currency-api";

export function readSnapshot(workFolder: string, version: string): Snapshot {
  return readJson(join(unpack(workFolder, RATES_PACKAGE, version), "v1/currencies/usd.json"));
}

/** The first row names the columns; each other row is a date and how much of each one US dollar buys, as text. */
export function buildRates(input: { workFolder: string; codes: readonly string[]; file: string }): void {
  const snapshots = RECORDED_VERSIONS.map((version) => readSnapshot(input.workFolder, version));
  const newest = snapshots.at(-1)?.usd ?? {};
  const rows = snapshots.map(({ date, usd }, day) => [
    date,
    ...input.codes.map((code) => {
      const name = code.toLowerCase();
      const neighbours = snapshots.slice(Math.max(0, day - 3), day + 4).map((other) => other.usd[name] ?? 0);
      return isRate(usd[name], { newest: newest[name], neighbours }) ? plainDecimal(usd[name] ?? 0) : null;
    }),
  ]);
  writeRows(input.file, [["date", ...input.codes], ...rows]);
}

/** A unit that was cut since (new leone for old) and a slip of the source on one day are not rates of today's unit. */
function isRate(rate: number | undefined, near: { newest: number | undefined; neighbours: number[] }): boolean {
  if (!rate || rate <= 0 || !near.newest) return false;
  const apart = (a: number, b: number) => Math.max(a / b, b / a);
  const known = near.neighbours.filter((other) => other > 0).sort((a, b) => a - b);
  const middle = known[Math.floor(known.length / 2)] ?? rate;
  return apart(rate, near.newest) < 30 && apart(rate, middle) < 1.8;
}

/** Seven significant digits without an exponent: 0.00001201741. */
function plainDecimal(value: number): string {
  const digits = Math.max(0, 6 - Math.floor(Math.log10(value)));
  return value
    .toFixed(Math.min(digits, 20))
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}
