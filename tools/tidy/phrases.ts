/** Phrases that are not plain English: in comments, test names, documents and English texts. STYLE.md has the rule. */
import { globSync, readFileSync } from "node:fs";
import type { Tree, Verdict } from "./rules.ts";
import { languageOf, screenTexts } from "./words.ts";

/** Each with its usual replacements. */
const PHRASES: readonly RegExp[] = [
  /\btold\b/i, // notified, received, shown, returned
  /\bhears\b/i, // receives, is notified
  /\bstands in\b/i, // is in, replaces
  /\bwhoever\b/i, // the user who, the owner
  /\bwhat became of\b/i, // the status of, the result of
  /\bnobody['’]s\b/i, // of no user, unassigned
  /\bhand(s|ed|ing)? in\b/i, // submit
];

/** Names on the wire and in storage that contain a phrase as a word; they stay. */
const WIRE_NAMES: readonly string[] = [];

/** What people write to each other, and names of parameters of the database that only a migration could change. */
const EXEMPT: readonly string[] = [
  "server/market/chat/text-warnings.ts",
  "server/market/payment-accounts/database/functions/",
  "server/testing/app.ts",
];

const OWN = "tools/tidy/phrases.ts";

/** Documents, and English texts by file and key. The tree has the sources. */
export function proseTexts(): Map<string, string> {
  const documents = globSync(["*.md", "{docs,decisions,bench,server}/**/*.md"]).map(
    (path) => [path.replaceAll("\\", "/"), readFileSync(path, "utf8")] as const,
  );
  const english = [...screenTexts()].filter(([place]) => languageOf(place) === "en");
  return new Map([...documents, ...english]);
}

export function plainPhrases(tree: Tree): Verdict {
  const checked = [...tree, ...proseTexts()].filter(
    ([path]) => path !== OWN && !EXEMPT.some((folder) => path.startsWith(folder)),
  );
  const faults = checked.flatMap(([path, text]) => {
    const prose = WIRE_NAMES.reduce((rest, name) => rest.replaceAll(name, ""), text);
    return PHRASES.flatMap((phrase) => (phrase.test(prose) ? [`${path}: "${phrase.exec(prose)?.[0]}"`] : []));
  });
  return { looked: checked.length, faults };
}
