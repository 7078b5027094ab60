/** Countries that are open, in whose currency is traded: they have a page. */
import type { ReadTx } from "../platform/postgres/db.ts";
import { COUNTRIES, type Country, fiatByCode } from "../reference/catalog/index.ts";
import { readSettings } from "../reference/settings/index.ts";

export async function openCountries(tx: ReadTx): Promise<Country[]> {
  const { "catalog.disabled_countries": closed } = await readSettings(tx, ["catalog.disabled_countries"]);
  return COUNTRIES.filter(({ iso, currency }) => !closed.includes(iso) && fiatByCode(currency ?? ""));
}
