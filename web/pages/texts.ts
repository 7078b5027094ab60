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

/** The texts of these namespaces; a name with a dot is one part of a namespace. */
export function textsOf(locale: Locale, namespaces: readonly string[]): Messages {
  const texts: Record<string, Messages> = {};
  for (const name of namespaces) {
    const [namespace = "", part] = name.split(".");
    const messages = messagesOf(locale, namespace);
    if (part === undefined) texts[namespace] = messages;
    else texts[namespace] = { ...texts[namespace], [part]: messages[part] } as Messages;
  }
  return texts as Messages;
}

function messagesOf(locale: Locale, namespace: string): Messages {
  // The server's answers have the English text of a refusal.
  if (namespace === "refusals" && locale === DEFAULT_LOCALE) return {};
  const messages = TEXTS.get(`${locale}/${namespace}`);
  if (!messages) throw new Error(`there are no texts ${namespace} in ${locale}`);
  return messages;
}
