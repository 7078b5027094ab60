/** Words that the project gave up, in the texts of screens; docs/words.md has those that replaced them. */
import { globSync, readFileSync } from "node:fs";
import type { Verdict } from "./rules.ts";

/** On screens and in emails, in English. */
const SCREEN: readonly RegExp[] = [
  /everything together/i,
  /\bways? to pay\b/i,
  /\bkind of (payment|price|amounts?)\b/i,
  /\btime to pay\b/i,
  /price (of|for) one coin/i,
  /percent (over|to)\b/i,
  /\b(over|under) (the )?market\b(?! price)/i,
  /\b(smallest|largest) amount/i,
  /\bswitch(ed)? (all )?(on|off)\b/i,
  /\bcan be taken\b|\bheld back\b/i,
  /\bI mean (it|this)\b/i,
  /what was agreed/i,
  /\bI am ready to pay\b/i,
  /how was it with/i,
  /\b(people you trust|trust no longer|past trades?)\b/i,
  /\bduty hours?\b|hours of trading|times of \{/i,
  /\bnews\b|\bnotices?\b/i,
  /\be-mails?\b|\bmails\b/i,
  /\bcancelled\b|\bfavou?rites?\b(?<!favorites?)|\bfavour\b|\b(organis|recognis)/i,
  /everybody|anybody|somebody/i,
  /\bour books\b|\bthe books\b/i,
  /taken back by|on the way (in|out)\b/i,
  /\bload again\b|newer version/i,
  /\bshow the (rate|cost)\b|leaves your wallet|amount that arrives/i,
  /\b(time|it) is over\b|last minutes/i,
  /\bsend-outs?\b/i,
  /\bloosen\b|where I am\b|offers I can take/i,
];

/** Spanish markets say billetera and método de pago. */
const SPANISH: readonly RegExp[] = [/\bmonederos?\b/i, /\bforma(s)? de pago\b/i, /\b(podéis|habéis|vosotros)\b/i];

/** Every text that a screen or an email shows, by file and key. */
export function screenTexts(): Map<string, string> {
  const files = globSync("web/i18n/*/*.json");
  const texts = new Map<string, string>();
  for (const file of files) collect(JSON.parse(readFileSync(file, "utf8")), file.replaceAll("\\", "/"), texts);
  for (const file of globSync("content/**/*.md")) texts.set(file.replaceAll("\\", "/"), readFileSync(file, "utf8"));
  return texts;
}

function collect(value: unknown, place: string, into: Map<string, string>): void {
  if (typeof value === "string") into.set(place, value);
  else for (const [key, inner] of Object.entries(value as object)) collect(inner, `${place} ${key}`, into);
}

export const languageOf = (place: string) => /\/([a-z]{2}(?:-[A-Za-z]+)?)\.(?:json|md)/.exec(place)?.[1] ?? "en";

export function screenWords(texts: ReadonlyMap<string, string>): Verdict {
  const faults = [...texts].flatMap(([place, text]) => {
    const language = languageOf(place);
    const words = language === "en" ? SCREEN : language === "es" ? SPANISH : [];
    const plain = text.replace(/\{[^{}]*\}/g, "{}");
    return words.flatMap((word) => (word.test(plain) ? [`${place}: "${word.exec(plain)?.[0]}"`] : []));
  });
  return { looked: texts.size, faults };
}
