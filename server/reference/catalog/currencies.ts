/** Fiat currencies by ISO 4217, from the generated table. The US dollar has id 144. */
import currencyRows from "./generated/currencies.json" with { type: "json" };

export type Fiat = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Digits after the point by ISO 4217: what amounts are kept in. */
  readonly digits: number;
  /** A round sum near a hundred dollars. */
  readonly defaultAmount: string;
  readonly order: number;
};

export const FIATS: readonly Fiat[] = currencyRows;
/** The currencies that a chooser shows first. */
export const POPULAR_FIATS: readonly string[] = FIATS.slice(0, 12).map(({ code }) => code);

const byCode = new Map(FIATS.map((fiat) => [fiat.code, fiat]));
const _byId = new Map(FIATS.map((fiat) => [fiat.id, fiat]));

export function fiatByCode(code: string): Fiat | undefined {
  return byCode.get(code);
}

/** Throws for a code that the caller should have checked. */
export function getFiat(code: string): Fiat {
  const fiat = byCode.get(code);
  if (!fiat) throw new Error(`no such currency: ${code}`);
  return fiat;
}

const displayNames = new Map<string, Intl.DisplayNames>();

/** The currency's name in a language, or its English name. */
export function currencyName(fiat: Fiat, locale = "en"): string {
  if (locale === "en") return fiat.name;
  let names = displayNames.get(locale);
  if (!names) {
    if (displayNames.size > 60 || Intl.DisplayNames.supportedLocalesOf([locale]).length === 0) return fiat.name;
    names = new Intl.DisplayNames([locale], { type: "currency" });
    displayNames.set(locale, names);
  }
  return names.of(fiat.code) ?? fiat.name;
}
