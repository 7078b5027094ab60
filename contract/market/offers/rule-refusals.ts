/** Refusals of the yes/no rules of offers: a rule declares its code, and its texts are beside the other texts of the rule. */
import { OFFER_RULE_NAMES, OFFER_RULES, type OfferRule } from "./offer-fields.ts";

type Rules = typeof OFFER_RULES;
type RuleRefusal = { [N in keyof Rules]: Rules[N] extends { refusal: infer Code } ? Code : never }[keyof Rules] &
  string;

// Pure, so that pages without refusals do not load it.
const CODES = /* @__PURE__ */ OFFER_RULE_NAMES.flatMap((name) => {
  const { refusal, wire }: OfferRule = OFFER_RULES[name];
  return refusal ? [{ code: refusal, wire }] : [];
});

export const RULE_REFUSALS = /* @__PURE__ */ Object.fromEntries(CODES.map(({ code }) => [code, 422])) as {
  readonly [Code in RuleRefusal]: 422;
};

type Texts<T> = { readonly [key: string]: T | Texts<T> };

/** The texts of `refusals` of one language, completed with the `refusal` texts of its `rules`. */
export function withRuleRefusals<T>(refusals: Texts<T>, rules: Texts<T>): Texts<T> {
  const texts = rules.refusal as Texts<T>;
  const ofRules = CODES.map(({ code, wire }) => [code.replace("offer.", ""), texts[wire]]);
  return { ...refusals, offer: { ...(refusals.offer as Texts<T>), ...Object.fromEntries(ofRules) } };
}
