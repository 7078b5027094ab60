/**
 * What the texts leave out, because the code decides it: {{brand}}, {{setting:<name>}} with its unit, {{rule:<name>}} with the
 * number of a dispute rule, {{block:<name>}} with rows of a table, and {{ui:<key>}} with a text of a screen in the reader's language. A figure that staff change is never written in a text.
 */
import { citationOf } from "#contract/market/disputes/award-reasons.ts";
import { BRAND } from "#contract/platform/brand.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { isSettingName, readSettings, SETTINGS } from "../../reference/settings/index.ts";
import { findPlainText } from "../../platform/texts.ts";
import { countryList, levelRows, marginRows } from "./figure-blocks.ts";
import { settingText } from "./figures.ts";
import { buyerRows, coinRows, rateRows, sellerRows, spotRows } from "./market-blocks.ts";
import { plainText } from "./markdown.ts";
import { nostrRows } from "./nostr-rows.ts";
import { tradeFeeRows } from "./trade-fees.ts";

const PLACEHOLDER = /\{\{(\w+)(?::([\w.-]+))?\}\}/g;

const BLOCKS: Readonly<Record<string, (tx: ReadTx, locale: Locale) => Promise<string>>> = {
  "trade-fees": tradeFeeRows,
  coins: coinRows,
  rates: rateRows,
  sellers: sellerRows,
  buyers: buyerRows,
  "spot-markets": spotRows,
  margins: marginRows,
  levels: levelRows,
  nostr: nostrRows,
  "id-countries": countryList("catalog.gray_countries"),
  "closed-countries": countryList("catalog.disabled_countries"),
};

/** Made of settings alone: a change of those drops every kept page. */
const OF_SETTINGS = new Set(["trade-fees", "margins", "levels", "id-countries", "closed-countries"]);

type Place = { readonly kind: string; readonly name: string };

function placesIn(source: string): Place[] {
  return [...source.matchAll(PLACEHOLDER)].map(([, kind = "", name = ""]) => ({ kind, name }));
}

/** Whether a part of the text is not in it. */
export function hasFigures(source: string): boolean {
  return placesIn(source).some(({ kind }) => kind === "setting" || kind === "block");
}

/** Whether a part of the text can change without a change of the settings. */
export function readsTables(source: string): boolean {
  return placesIn(source).some(({ kind, name }) => kind === "block" && !OF_SETTINGS.has(name));
}

/** What is wrong with the placeholders of a text. */
export function placeholderFaults(source: string, { version }: { version: number | undefined }): string[] {
  const known = ({ kind, name }: Place) =>
    (kind === "brand" && name === "") ||
    (kind === "setting" && isSettingName(name) && typeof SETTINGS[name].value === "number") ||
    (kind === "rule" && version !== undefined && citationOf(version, name) !== null) ||
    (kind === "ui" && findPlainText(name, "en") !== undefined) ||
    (kind === "block" && Object.hasOwn(BLOCKS, name));
  const faults = placesIn(source)
    .filter((place) => !known(place))
    .map(({ kind, name }) => `there is no {{${kind}${name && `:${name}`}}}`);
  return /\{\{|\}\}/.test(source.replace(PLACEHOLDER, ""))
    ? [...faults, "a {{ or }} belongs to no placeholder"]
    : faults;
}

/** The texts with their figures; all settings are read at once. */
export async function fillIn(
  tx: ReadTx,
  sources: readonly string[],
  { locale, reader, version }: { locale: Locale; reader: Locale; version: number | undefined },
): Promise<string[]> {
  const places = sources.flatMap(placesIn);
  const names = places.flatMap(({ kind, name }) => (kind === "setting" && isSettingName(name) ? [name] : []));
  const settings: Readonly<Record<string, unknown>> = names.length > 0 ? await readSettings(tx, names) : {};
  const blocks = new Map<string, string>();
  for (const { kind, name } of places) if (kind === "block") blocks.set(name, (await BLOCKS[name]?.(tx, locale)) ?? "");
  const figureOf = (kind: string, name: string): string => {
    if (kind === "brand") return BRAND;
    if (kind === "setting") return settingText(name, Number(settings[name]), locale);
    if (kind === "ui") return plainText(findPlainText(name, reader) ?? "");
    if (kind === "rule") return citationOf(version ?? 0, name) ?? "";
    return blocks.get(name) ?? "";
  };
  return sources.map((source) => source.replace(PLACEHOLDER, (_, kind: string, name = "") => figureOf(kind, name)));
}

/** Menus show a title too, and are made once. */
export function fillTitle(title: string): string {
  return title.replaceAll("{{brand}}", BRAND);
}
