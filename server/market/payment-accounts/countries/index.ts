/** The rules of the countries, by their names. */
import type { AccountCountry } from "#contract/market/trades/payment/account-names.ts";
import { finland } from "./finland.ts";
import { india } from "./india.ts";
import { mexico } from "./mexico.ts";
import { nigeria } from "./nigeria.ts";
import { other } from "./other.ts";
import type { CountryRule } from "./rule.ts";
import { russia } from "./russia.ts";
import { unitedKingdom } from "./united-kingdom.ts";
import { unitedStates } from "./united-states.ts";

const RULES: Readonly<Record<AccountCountry, CountryRule>> = {
  NG: nigeria,
  US: unitedStates,
  FI: finland,
  GB: unitedKingdom,
  IN: india,
  RU: russia,
  MX: mexico,
  OTHER: other,
};

/** Of the country that an account is in: OTHER's for those without rules of their own. */
export function ruleOf(iso: string | undefined): CountryRule {
  return Object.values(RULES).find(({ country }) => country === iso) ?? other;
}

export const ruleNamed = (country: AccountCountry): CountryRule => RULES[country];
