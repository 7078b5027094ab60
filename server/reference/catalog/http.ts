/** Endpoints of the catalog. */
import {
  type CountryOnWire,
  listCountries,
  listCountriesV2,
  listPaymentMethodGroups,
  listPhoneCountries,
  listLanguages,
  listTags,
  preselectedCountry,
} from "#contract/reference/catalog.ts";
import { languageName } from "#contract/platform/language-names.ts";
import { DEFAULT_LOCALE, directionOf, LOCALES } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route } from "../../platform/http/policy.ts";
import { readSettings } from "../settings/index.ts";
import { COUNTRIES, type Country, countryByIso, preselected, viewCountry, viewWorldwide } from "./countries.ts";
import { findPaymentMethod, viewGroups } from "./payment-methods.ts";
import { tagsOf } from "./tags.ts";

const READ = { auth: "public", rateLimit: "read" } as const;

type PageQuery = { limit?: string | undefined; offset?: string | undefined; locale?: string | undefined };

async function countriesPage(
  tx: ReadTx,
  query: PageQuery | undefined,
  {
    keep,
    withWorldwide,
  }: {
    keep: (country: Country, disabled: readonly string[], undocumented: readonly string[]) => boolean;
    withWorldwide: boolean;
  },
): Promise<{ data: CountryOnWire[]; meta: { total: number } }> {
  const settings = await readSettings(tx, ["catalog.disabled_countries", "verification.closed_countries"]);
  const disabled = settings["catalog.disabled_countries"];
  const undocumented = settings["verification.closed_countries"];
  const locale = query?.locale ?? "en";
  const kept = COUNTRIES.filter((country) => keep(country, disabled, undocumented)).map((country) =>
    viewCountry(country, { locale, disabled }),
  );
  const all = withWorldwide ? [viewWorldwide(), ...kept] : kept;
  const offset = Number(query?.offset ?? 0);
  return { data: all.slice(offset, offset + Number(query?.limit ?? 500)), meta: { total: all.length } };
}

const isOn = (flag: string | undefined) => flag === "1" || flag === "true";

export const routes = [
  route(listCountries, READ, ({ tx, query }) => countriesPage(tx, query, { keep: () => true, withWorldwide: true })),
  route(preselectedCountry, READ, async ({ tx, viewer, visitor, query }) => {
    const disabled = (await readSettings(tx, ["catalog.disabled_countries"]))["catalog.disabled_countries"];
    const likely = viewer ? [viewer.countryIso] : visitor().countries;
    const iso = preselected(likely, disabled);
    const country = iso && countryByIso(iso);
    return country ? viewCountry(country, { locale: query?.locale ?? DEFAULT_LOCALE, disabled }) : null;
  }),
  route(listCountriesV2, READ, ({ tx, query }) =>
    countriesPage(tx, query, {
      // Of whom documents are taken.
      keep: (country, disabled, undocumented) =>
        (!isOn(query?.kyc) || !(disabled.includes(country.iso) || undocumented.includes(country.iso))) &&
        (!isOn(query?.important) || country.important),
      withWorldwide: isOn(query?.iso_null),
    }),
  ),
  route(listPhoneCountries, READ, ({ tx, query }) =>
    countriesPage(tx, query, {
      keep: (country, disabled) => country.dialCode !== null && !disabled.includes(country.iso),
      withWorldwide: false,
    }),
  ),
  route(listPaymentMethodGroups, READ, {
    fixed: (query) => viewGroups(query?.locale ?? DEFAULT_LOCALE),
  }),
  route(listLanguages, READ, {
    fixed: () =>
      LOCALES.map((code) => ({
        code,
        name: languageName(code),
        direction: directionOf(code),
        isDefault: code === DEFAULT_LOCALE,
      })),
  }),
  route(listTags, READ, {
    fixed(query) {
      const methods = (query?.["payment-method"] ?? "")
        .split(",")
        .flatMap((slug) => findPaymentMethod(slug.trim())?.group ?? []);
      const group = query?.group && query.group !== "all-payment-methods" ? [query.group] : [];
      return tagsOf([...methods, ...group], query?.locale);
    },
  }),
];
