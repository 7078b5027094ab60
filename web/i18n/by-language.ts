/** Texts with all languages in one file: a leaf is one text in each. */
import { OFFER_RULE_NAMES, OFFER_RULES, type OfferRule } from "#contract/market/offers/offer-fields.ts";
import type { Locale } from "#contract/platform/page.ts";

export type Leaf<T> = { readonly [L in Locale]: T };
export type AllLanguages<T> = { readonly [key: string]: Leaf<T> | AllLanguages<T> };
export type OneLanguage<T> = { [key: string]: T | OneLanguage<T> };

/** The texts of one language. */
export function inLanguage<T>(texts: AllLanguages<T>, locale: Locale): OneLanguage<T> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, isLeaf(value) ? value[locale] : inLanguage(value, locale)]),
  );
}

function isLeaf<T>(value: Leaf<T> | AllLanguages<T>): value is Leaf<T> {
  return "en" in value;
}

/** The texts of refusals with those of the offers' rules, which are beside the rules' other texts. */
export function withRuleRefusals<T>(refusals: OneLanguage<T>, rules: AllLanguages<T>, locale: Locale): OneLanguage<T> {
  const ofOffers = { ...(refusals.offer as OneLanguage<T>) };
  for (const name of OFFER_RULE_NAMES) {
    const { refusal, wire }: OfferRule = OFFER_RULES[name];
    const texts = (rules.refusal as Record<string, Leaf<T>> | undefined)?.[wire];
    if (refusal && texts) ofOffers[refusal.replace("offer.", "")] = texts[locale];
  }
  return { ...refusals, offer: ofOffers };
}
