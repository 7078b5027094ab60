/** Makes the reference data anew: node tools/build-data/main.ts [work folder]. Needs npm and a registry; the product does not. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { buildBanks } from "./banks.ts";
import { buildCountries } from "./countries.ts";
import { buildCurrencies, readFixedIds } from "./currencies.ts";
import { buildPasswords } from "./passwords.ts";
import { buildPaymentMethods } from "./payment-methods.ts";
import { buildRates, RECORDED_VERSIONS, readSnapshot } from "./rates.ts";
import { SOURCES, sourcesPage, unpack } from "./sources.ts";

const root = join(import.meta.dirname, "../..");
const catalogFolder = join(root, "server/reference/catalog/generated");
const ratesFolder = join(root, "server/money/rates/generated");
const passwordsFolder = join(root, "server/people/auth/generated");
const banksFolder = join(root, "server/market/payment-accounts/generated");
const idsFile = join(import.meta.dirname, "fixed-ids.json");
const workFolder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "parley-data-"));

mkdirSync(workFolder, { recursive: true });
mkdirSync(catalogFolder, { recursive: true });
mkdirSync(ratesFolder, { recursive: true });
mkdirSync(passwordsFolder, { recursive: true });
mkdirSync(banksFolder, { recursive: true });
const folderOf = (source: { name: string; version: string }) => unpack(workFolder, source.name, source.version);

const fixedIds = readFixedIds(idsFile);
const newest = readSnapshot(workFolder, RECORDED_VERSIONS.at(-1) ?? "");
const currencies = await buildCurrencies({
  isoFolder: folderOf(SOURCES.currencies),
  usdRates: newest.usd,
  fixedIds: fixedIds.currencies,
  file: join(catalogFolder, "currencies.json"),
});
buildCountries({
  isoFolder: folderOf(SOURCES.isoCountries),
  listFolder: folderOf(SOURCES.countries),
  flagFolder: folderOf(SOURCES.flags),
  fiatCodes: new Set(currencies.map(({ code }) => code)),
  file: join(catalogFolder, "countries.json"),
  flagsTo: join(catalogFolder, "flags"),
});
buildPaymentMethods({
  table: join(import.meta.dirname, "payment-methods.tsv"),
  iconFolder: folderOf(SOURCES.icons),
  fixedIds: fixedIds.paymentMethods,
  file: join(catalogFolder, "payment-methods.json"),
  iconsTo: join(catalogFolder, "icons"),
});
buildRates({
  workFolder,
  codes: [...CRYPTO_CODES, ...currencies.map(({ code }) => code).sort()],
  file: join(ratesFolder, "recorded.json"),
});
buildPasswords({
  commonFolder: folderOf(SOURCES.commonPasswords),
  rockyouFolder: folderOf(SOURCES.rockyou),
  file: join(passwordsFolder, "breached-passwords.txt"),
});
writeFileSync(
  join(passwordsFolder, "SOURCES.md"),
  sourcesPage(
    [SOURCES.commonPasswords, SOURCES.rockyou],
    "Made by tools/build-data from these packages, in November 2026: what has ten characters or more, folded to small letters.",
  ),
);
await buildBanks({
  folders: {
    swift: folderOf(SOURCES.swift),
    nigeria: folderOf(SOURCES.nigeria),
    india: folderOf(SOURCES.india),
    mexico: folderOf(SOURCES.mexico),
  },
  sources: SOURCES,
  to: banksFolder,
});
writeFileSync(
  join(banksFolder, "SOURCES.md"),
  sourcesPage(
    [SOURCES.swift, SOURCES.nigeria, SOURCES.india, SOURCES.mexico],
    "Made by tools/build-data from these packages, in November 2026. Banks of the United States and of Russia come from the " +
      "official files, by npm run admin -- import-banks.",
  ),
);
writeFileSync(idsFile, `${JSON.stringify(fixedIds, null, 1)}\n`);
writeFileSync(
  join(catalogFolder, "SOURCES.md"),
  sourcesPage(
    [SOURCES.currencies, SOURCES.isoCountries, SOURCES.countries, SOURCES.flags, SOURCES.icons],
    "Made by tools/build-data from these packages, in November 2026. Names of countries and currencies in other " +
      "languages come from the CLDR data inside Node. The table of payment methods is our own: " +
      "tools/build-data/payment-methods.tsv.",
  ),
);
writeFileSync(
  join(ratesFolder, "SOURCES.md"),
  sourcesPage(
    [SOURCES.rates],
    "Made by tools/build-data in November 2026. Recorded rates are always shown as recorded.",
  ),
);
