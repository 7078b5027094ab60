/** Rows and lists of articles that follow from settings: highest margins, limits of the levels, countries. */
import { LEVEL_NAMES, LEVEL_NUMBERS } from "#contract/compliance/level-names.ts";
import { type Locale, numeralLocale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { findPlainText } from "../../platform/texts.ts";
import { countryName, viewGroups } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { percentText } from "./figures.ts";
import { plainText } from "./markdown.ts";

/** Group of payment methods, highest margin. */
export async function marginRows(tx: ReadTx, locale: Locale): Promise<string> {
  const { "offers.margin_max_bp": most } = await readSettings(tx, ["offers.margin_max_bp"]);
  const rows = viewGroups(locale).flatMap(({ slug, name }) =>
    most[slug] === undefined ? [] : [`| ${plainText(name)} | ${percentText(most[slug], locale)} |`],
  );
  return rows.join("\n");
}

/** Level, most in open trades, most in a day. */
export async function levelRows(tx: ReadTx, locale: Locale): Promise<string> {
  const settings = await readSettings(tx, ["limits.open_trades_usd", "limits.day_usd"]);
  const format = { style: "currency", currency: "USD", maximumFractionDigits: 0 } as const;
  const written = (limits: Readonly<Record<string, number>>, level: string) => {
    const most = limits[level];
    if (most === undefined) return findPlainText("verification.level.no_limit", locale) ?? "";
    return new Intl.NumberFormat(numeralLocale(locale), format).format(most);
  };
  const rows = LEVEL_NAMES.map((name) => {
    const what = plainText(`${name}: ${findPlainText(`verification.level.name.${name}`, locale) ?? ""}`);
    const number = String(LEVEL_NUMBERS[name]);
    return `| ${what} | ${written(settings["limits.open_trades_usd"], number)} | ${written(settings["limits.day_usd"], number)} |`;
  });
  return rows.join("\n");
}

export const countryList =
  (setting: "catalog.gray_countries" | "catalog.disabled_countries") =>
  async (tx: ReadTx, locale: Locale): Promise<string> => {
    const settings = await readSettings(tx, [setting]);
    const names = settings[setting].map((iso) => countryName(iso, locale)).sort(new Intl.Collator(locale).compare);
    return names.length > 0 ? names.map((name) => `- ${plainText(name)}`).join("\n") : "–";
  };
