/** All texts of all languages, compiled at the build; the server picks, the browser gets only what its page needs. */
import catalog from "#contract/reference/catalog-texts.json";
import notifications from "#contract/reach/notification-texts.json";
import { LOCALES, type Locale } from "#contract/platform/page.ts";
import { type AllLanguages, inLanguage, type Leaf, withRuleRefusals } from "../i18n/by-language.ts";
import type { Messages } from "#sdk/words/t.ts";

const files = import.meta.glob<Messages>("../i18n/*/*.json", { eager: true, import: "default" });
const shared = import.meta.glob<AllLanguages<never>>("../i18n/*.json", { eager: true, import: "default" });

const own = import.meta.glob<AllLanguages<never>>("../apps/*/texts.json", { eager: true, import: "default" });

const TEXTS = new Map<string, Messages>();
for (const [path, messages] of Object.entries(files)) {
  const [namespace = "", locale = ""] = path.replace("../i18n/", "").replace(".json", "").split("/");
  TEXTS.set(`${locale}/${namespace}`, messages);
}
for (const [path, messages] of Object.entries({ ...shared, ...own })) {
  const namespace = path
    .replace("../i18n/", "")
    .replace("../apps/", "")
    .replace(/(\/texts)?\.json$/, "");
  for (const locale of LOCALES) TEXTS.set(`${locale}/${namespace}`, inLanguage(messages, locale));
}
for (const locale of LOCALES) {
  const refusals = TEXTS.get(`${locale}/refusals`);
  const rules = shared["../i18n/rules.json"];
  if (refusals && rules) TEXTS.set(`${locale}/refusals`, withRuleRefusals<never>(refusals as never, rules, locale));
}
for (const locale of LOCALES) {
  const kind = Object.entries(notifications).map(([name, { title }]) => [name, title[locale]]);
  const notices = TEXTS.get(`${locale}/notices`);
  TEXTS.set(`${locale}/notices`, { ...notices, kind: Object.fromEntries(kind) } as Messages);
}
for (const locale of LOCALES) {
  const namesOf = (all: Readonly<Record<string, { readonly name: Leaf<string> }>>) =>
    Object.fromEntries(Object.entries(all).map(([slug, { name }]) => [slug, name[locale]]));
  const names = { tags: namesOf(catalog.tags), groups: namesOf(catalog.groups) };
  TEXTS.set(`${locale}/offers`, { ...TEXTS.get(`${locale}/offers`), ...names } as Messages);
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
  // The server's refusals have English texts.
  if (namespace === "refusals" && locale === "en") return {};
  const messages = TEXTS.get(`${locale}/${namespace}`);
  if (!messages) throw new Error(`there are no texts ${namespace} in ${locale}`);
  return messages;
}
