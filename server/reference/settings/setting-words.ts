/** Describes each setting in the languages of the pages: English is beside its shape, the others here. */
import others from "./setting-words.json" with { type: "json" };
import { type SettingName, SETTINGS } from "./settings.ts";

const OTHERS: Readonly<Record<string, { readonly es: string; readonly ar: string } | undefined>> = others;

/** Untranslated descriptions are shown in English. */
export function settingWords(name: SettingName): { readonly en: string; readonly es: string; readonly ar: string } {
  const en = SETTINGS[name].says;
  return { en, ...(OTHERS[name] ?? { es: en, ar: en }) };
}
