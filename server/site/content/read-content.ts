/**
 * Reads the pages of text: content/<section>/<slug>/<locale>.md, or with an area between section and slug. A folder
 * v<number> in one has the files of a version that is no longer in force. All faults are found at the start, and each is named by its file.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { type ContentKey, mayLackLanguages } from "#contract/site/content.ts";
import { type FrontMatter, splitFrontMatter } from "./front-matter.ts";
import { markdownFaults } from "./markdown.ts";
import { placeholderFaults, hasFigures } from "./placeholders.ts";

type Text = Pick<FrontMatter, "title" | "description" | "updated"> & {
  readonly body: string;
  /** Links in Markdown. */
  readonly actions: readonly string[];
};

/** One version of a page, in every language. */
type Edition = {
  readonly version: number | undefined;
  /** English where a language is missing. */
  readonly texts: Readonly<Record<Locale, Text>>;
  readonly languages: readonly Locale[];
};

export type ContentPage = Pick<
  FrontMatter,
  "menu" | "order" | "everywhere" | "product" | "begins" | "ends" | "screens" | "topics"
> & {
  readonly key: ContentKey;
  /** The one in force first, then the others, the newest first. */
  readonly editions: readonly [Edition, ...Edition[]];
};

export function readContent(root: string): ContentPage[] {
  const faults: string[] = [];
  const keys = foldersIn(root).flatMap((section) => keysIn(root, section));
  const pages = keys.flatMap((key) => readPage(root, key, faults) ?? []);
  for (const { key, editions } of pages)
    for (const { version, texts, languages } of editions)
      for (const locale of languages) {
        const { title, description, body, actions } = texts[locale];
        const isInLists = mayLackLanguages(key);
        const found = [
          ...placeholderFaults([title, description, body].join("\n"), { version }),
          ...(hasFigures(title) ? ["title: only {{brand}} is filled in"] : []),
          ...(isInLists && hasFigures(description) ? ["description: only {{brand}} is filled in"] : []),
          ...(/\{\{ui:/.test(title + description)
            ? ["title or description: a text of a screen is quoted below them"]
            : []),
          ...[body, ...actions].flatMap((part) => markdownFaults(part, { locale, keys: new Set(keys) })),
        ];
        faults.push(...found.map((fault) => `${key}/${locale}.md: ${fault}`));
      }
  if (faults.length > 0) throw new Error(`content:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  return pages;
}

/** A folder with a text is a page, and one without is an area. */
function keysIn(root: string, folder: string): ContentKey[] {
  return foldersIn(join(root, folder)).flatMap((name): ContentKey[] => {
    const key: ContentKey = `${folder}/${name}`;
    return readdirSync(join(root, key)).some((file) => file.endsWith(".md")) ? [key] : keysIn(root, key);
  });
}

function readPage(root: string, key: ContentKey, faults: string[]): ContentPage | undefined {
  const older = foldersIn(join(root, key)).sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)));
  const [current, ...others] = ["", ...older].map((folder) => readEdition(root, { key, folder }, faults));
  if (!current) return undefined;
  const { menu, order, everywhere, product, begins, ends, screens, topics } = current.front;
  const isEvent = key.startsWith("events/");
  if (isEvent ? !(begins && ends && begins <= ends) : begins || ends)
    faults.push(
      `${key}/en.md: ${isEvent ? "an event begins on a day and ends on it or later" : "only an event begins and ends"}`,
    );
  return {
    key,
    menu,
    order,
    everywhere,
    product,
    begins,
    ends,
    screens,
    topics,
    editions: [current.edition, ...others.flatMap((one) => one?.edition ?? [])],
  };
}

function readEdition(root: string, { key, folder }: { key: string; folder: string }, faults: string[]) {
  const place = folder ? `${key}/${folder}` : key;
  const fronts = LOCALES.map((locale) => {
    const file = `${place}/${locale}.md`;
    if (!existsSync(join(root, file))) {
      if (locale === "en" || !mayLackLanguages(key)) faults.push(`${file}: this language is missing`);
      return undefined;
    }
    try {
      const source = readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
      return { locale, ...splitFrontMatter(source, { isEnglish: locale === "en" }) };
    } catch (error) {
      faults.push(`${file}: ${(error as Error).message}`);
      return undefined;
    }
  });
  const read = fronts.flatMap((one) => one ?? []);
  const english = read.find(({ locale }) => locale === "en");
  if (!english || (read.length < LOCALES.length && !mayLackLanguages(key))) return undefined;
  const { version } = english.front;
  for (const { locale, front } of read)
    if (front.version !== version) faults.push(`${place}/${locale}.md: version is not ${version}, as in English`);
  if (folder && folder !== `v${version}`) faults.push(`${place}: the folder of version ${version} is v${version}`);
  const texts = Object.fromEntries(
    LOCALES.map((locale) => {
      const { front, body } = read.find((one) => one.locale === locale) ?? english;
      const { title, description, updated, action, second } = front;
      return [locale, { title, description, updated, body, actions: [action ?? [], second ?? []].flat() }];
    }),
  ) as Readonly<Record<string, Text>> as Record<Locale, Text>;
  return { front: english.front, edition: { version, texts, languages: read.map(({ locale }) => locale) } };
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
