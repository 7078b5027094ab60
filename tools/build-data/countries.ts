/** Countries by ISO 3166-1, with what the market needs of each: dialling code, currency, flag. */
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeRows } from "./sources.ts";

type Listed = { phone: number[]; currency: string[]; continent: string; capital?: string };

// Currencies that changed after the source was written.
const CURRENCY_NOW: Record<string, string> = {
  BG: "EUR",
  HR: "EUR",
  CW: "XCG",
  SX: "XCG",
  SL: "SLE",
  ZW: "ZWG",
  CU: "CUP",
};
// Kosovo has no ISO number yet; 926 is free and in the range that users of the list may take.
const BEYOND_ISO: [string, string, string][] = [["XK", "XKX", "926"]];

/** Shown first in choosers: where people trade most. */
const IMPORTANT = "NG US GB IN KE GH ZA PH ID PK BD VN BR MX AR CO CN CA AU DE FR ES IT NL TR UA EG".split(" ");

export function buildCountries(input: {
  isoFolder: string;
  listFolder: string;
  flagFolder: string;
  fiatCodes: ReadonlySet<string>;
  file: string;
  flagsTo: string;
}): void {
  const codes = readJson<[string, string, string, string][]>(join(input.isoFolder, "codes.json"));
  const listed = readJson<Record<string, Listed>>(join(input.listFolder, "countries.min.json"));
  const names = new Intl.DisplayNames("en", { type: "region" });
  mkdirSync(input.flagsTo, { recursive: true });
  const all = [...codes, ...BEYOND_ISO].filter(
    ([iso2], index, every) => every.findIndex((c) => c[0] === iso2) === index,
  );
  const rows = all.map(([iso2, iso3, numeric]) => {
    const facts = listed[iso2];
    const name = names.of(iso2);
    if (!name || name === iso2) throw new Error(`no name for ${iso2}`);
    const flag = join(input.flagFolder, "3x2", `${iso2}.svg`);
    if (existsSync(flag)) copyFileSync(flag, join(input.flagsTo, `${iso2.toLowerCase()}.svg`));
    const currency = CURRENCY_NOW[iso2] ?? facts?.currency.find((code) => input.fiatCodes.has(code)) ?? null;
    return {
      id: Number(numeric),
      iso: iso2,
      iso3,
      name,
      slug: slugOf(name),
      dialCode: facts?.phone[0] ? String(facts.phone[0]) : null,
      currency: currency && input.fiatCodes.has(currency) ? currency : null,
      continent: facts?.continent ?? null,
      important: IMPORTANT.includes(iso2),
      hasFlag: existsSync(flag),
    };
  });
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  writeRows(input.file, rows);
}

function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
