/** All texts of all languages, compiled at the build; the server picks, the browser gets only what its page needs. */
import { withRuleRefusals } from "#contract/market/offers/rule-refusals.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#contract/platform/locales.ts";
import type { Messages } from "#sdk/words/t.ts";

const files = import.meta.glob<Messages>("../i18n/*/*.json", { eager: true, import: "default" });

const TEXTS = new Map<string, Messages>();
for (const [path, messages] of Object.entries(files)) {
  const [namespace = "", locale = ""] = path.replace("../i18n/", "").replace(".json", "").split("/");
  TEXTS.set(`${locale}/${namespace}`, messages);
}
for (const locale of LOCALES) {
  const [refusals, rules] = [TEXTS.get(`${locale}/refusals`), TEXTS.get(`${locale}/rules`)];
  if (refusals && rules)
    TEXTS.set(`${locale}/refusals`, withRuleRefusals<never>(refusals as never, rules as never) as Messages);
}
const NAMESPACES = [...new Set([...TEXTS.keys()].map((key) => key.split("/")[1] ?? ""))];

export function allTexts(locale: Locale): Messages {
  return textsOf(locale, NAMESPACES);
}

type Tree = { [key: string]: unknown };

/** The texts of these namespaces; a name with dots is one part of a namespace, or one text of it. */
export function textsOf(locale: Locale, names: readonly string[]): Messages {
  const texts: Tree = {};
  for (const name of names) {
    const [namespace = "", ...parts] = name.split(".");
    copyPart({ [namespace]: messagesOf(locale, namespace) }, texts, [namespace, ...parts]);
  }
  return texts as Messages;
}

/** Puts one part of a tree beside the parts that the other tree has; the whole is never replaced by a part of it. */
function copyPart(from: Tree, to: Tree, [key = "", ...rest]: readonly string[]): void {
  if (rest.length === 0) to[key] = from[key];
  else if (to[key] !== from[key]) {
    const part = { ...(to[key] as Tree | undefined) };
    copyPart(from[key] as Tree, part, rest);
    to[key] = part;
  }
}

function messagesOf(locale: Locale, namespace: string): Messages {
  // The server's answers have the English text of a refusal.
  if (namespace === "refusals" && locale === DEFAULT_LOCALE) return {};
  const messages = TEXTS.get(`${locale}/${namespace}`);
  if (!messages) throw new Error(`there are no texts ${namespace} in ${locale}`);
  return messages;
}
