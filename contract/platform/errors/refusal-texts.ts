/** The English texts of refusals and of faults of a field's shape; pages read those of their language from the catalog. */
import refusals from "#i18n/refusals/en.json" with { type: "json" };
import rules from "#i18n/rules/en.json" with { type: "json" };
import type { KeyOf } from "#i18n/keys.ts";
import { type RULE_REFUSALS, withRuleRefusals } from "../../market/offers/rule-refusals.ts";
import { BRAND } from "../brand.ts";
import { filled } from "../filled.ts";
import type { ShapeForm } from "./shape-faults.ts";

type Texts = { readonly [key: string]: string | Texts };

// Pure, so that the browser, which never makes a refusal, does not load the texts.
const ENGLISH = /* @__PURE__ */ withRuleRefusals<string>(refusals, rules);

/** The codes that have a text. A declared code without one does not compile, because `Refusal` asks for its text. */
type CodeWithText = Exclude<KeyOf<"refusals">, `shape.${string}`> | keyof typeof RULE_REFUSALS;

export function refusalText(code: CodeWithText, values: Readonly<Record<string, unknown>> = {}): string {
  return textAt(code, values);
}

export function shapeText(form: ShapeForm, values: Readonly<Record<string, unknown>>): string {
  return textAt(`shape.${form}` satisfies KeyOf<"refusals">, values);
}

function textAt(key: string, values: Readonly<Record<string, unknown>>): string {
  let place: string | Texts | undefined = ENGLISH;
  for (const part of key.split(".")) place = typeof place === "object" ? place[part] : undefined;
  if (typeof place !== "string") throw new Error(`there is no text ${key} in English`);
  return filled(place.replaceAll("{brand}", BRAND), values);
}
