import type { Locale } from "#contract/platform/locales.ts";

type Named = { readonly name: string };

/** The order in which people of the language look names up; the case of a letter does not matter there. */
export function byNameIn(locale: Locale): (one: Named, other: Named) => number {
  return (one, other) => one.name.localeCompare(other.name, locale);
}
