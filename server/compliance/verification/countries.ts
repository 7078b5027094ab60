/** Countries whose documents are accepted. */
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { ID_DOCUMENTS, type IdDocument } from "#contract/compliance/verification/names.ts";
import type * as calls from "#contract/compliance/verification/verification.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { COUNTRIES, countryByIso, countryName } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";

const NAMES = [
  "catalog.disabled_countries",
  "catalog.gray_countries",
  "verification.closed_countries",
  "verification.documents_by_country",
] as const;

/** By name, in the language asked for. */
export async function supportedCountries(tx: ReadTx, locale = "en"): Promise<ReplyOf<typeof calls.supportedCountries>> {
  const settings = await readSettings(tx, NAMES);
  return COUNTRIES.filter(({ iso }) => iso !== "YY" && isOpen(iso, settings))
    .map(({ iso, iso3 }) => ({
      iso3,
      iso,
      name: countryName(iso, locale),
      documents: documentsOf(iso, settings),
      isRequired: settings["catalog.gray_countries"].includes(iso),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** Refuses verification.country. */
export async function refuseClosedCountry(tx: ReadTx, iso3: string, field: string): Promise<void> {
  const country = countryByIso(iso3);
  if (!country || !isOpen(country.iso, await readSettings(tx, NAMES)))
    throw fieldRefusal("verification.country", field);
}

/** Refuses verification.document; the country is open. */
export async function refuseOtherDocuments(
  tx: ReadTx,
  { iso3, document, field }: { iso3: string; document: IdDocument; field: string },
): Promise<void> {
  const { iso = "" } = countryByIso(iso3) ?? {};
  if (!documentsOf(iso, await readSettings(tx, NAMES)).includes(document))
    throw fieldRefusal("verification.document", field);
}

/** Of a country that is not named all are accepted. */
function documentsOf(iso: string, settings: Settings): IdDocument[] {
  const named = settings["verification.documents_by_country"];
  const isNamed = named.some((one) => one.startsWith(`${iso}:`));
  return ID_DOCUMENTS.filter((document) => !isNamed || named.includes(`${iso}:${document}`));
}

type Settings = Awaited<ReturnType<typeof readSettings<(typeof NAMES)[number]>>>;

const isOpen = (iso: string, settings: Settings) =>
  !settings["catalog.disabled_countries"].includes(iso) && !settings["verification.closed_countries"].includes(iso);
