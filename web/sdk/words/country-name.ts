/** The name of a country in the language of the page. */
import { usePage } from "#sdk/page-kit.ts";

export function useCountryName(): (iso: string) => string {
  const { locale } = usePage();
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return (iso) => names.of(iso) ?? iso;
}
