/** The articles of the help: the index of the search, the page that lists them, and the votes of their readers. */
import { createHash } from "node:crypto";
import type { Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { type ContentKey, contentPath } from "#contract/site/content.ts";
import {
  findArticles,
  HELP_AREAS,
  type HelpArea,
  type HelpArticle,
  isHan,
  searchWords,
} from "#contract/site/help-search.ts";
import type { HelpLine } from "#contract/site/pages.ts";
import { actsAsStaff, type Caller, staffMay, type Viewer } from "../../platform/http/policy.ts";
import { AGED_MS } from "../../market/listing/index.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { findPlainText } from "../../platform/texts.ts";
import { fillTitle } from "./placeholders.ts";
import { CONTENT } from "./read-all.ts";
import type { ContentPage } from "./read-content.ts";
import * as rows from "./vote-rows.ts";

const MOST_TYPED = 200;

/** In the order of their areas, and of their numbers in these. */
export const ARTICLES: readonly ContentPage[] = CONTENT.filter(({ key }) => key.startsWith("help/")).toSorted(
  (one, two) =>
    HELP_AREAS.indexOf(areaOf(one.key)) - HELP_AREAS.indexOf(areaOf(two.key)) || (one.order ?? 99) - (two.order ?? 99),
);

export function areaOf(key: ContentKey): HelpArea {
  const area = HELP_AREAS.find((one) => one === key.split("/")[1]);
  if (!area) throw new Error(`content/${key} is in no area of the help`);
  return area;
}

const indexes = new Map<Locale, HelpArticle[]>();

/** What the search reads. The same for all readers of a language. */
export function articleIndex(locale: Locale): HelpArticle[] {
  const known = indexes.get(locale);
  if (known) return known;
  const index = ARTICLES.map(({ key, topics = [], editions: [{ texts }] }) => {
    const title = fillTitle(texts[locale].title);
    const description = fillTitle(texts[locale].description);
    const shownFirst = new Set(searchWords(`${title} ${description}`));
    const others = searchWords(plainBody(texts[locale].body, locale)).filter(
      (word) => (word.length > 2 || isHan(word)) && !shownFirst.has(word),
    );
    return {
      key,
      area: areaOf(key),
      title,
      description,
      words: [...new Set(others)].join(" "),
      topics: topics as never,
    };
  });
  indexes.set(locale, index);
  return index;
}

/** Without the marks of Markdown, the targets of links and the names of figures. */
function plainBody(body: string, locale: Locale): string {
  return body
    .replace(/\{\{ui:([\w.-]+)\}\}/g, (_, key: string) => findPlainText(key, locale) ?? "")
    .replace(/\{\{[^}]*\}\}|\]\([^)]*\)|\{#[^}]*\}/g, " ");
}

async function loadHelp({ tx, locale, query, viewer }: PageContext): Promise<Shown> {
  const typed = (query.q ?? "").slice(0, MOST_TYPED).trim();
  const votes = await votesFor(tx, viewer);
  const lineOf = ({ key, editions: [{ texts, languages }] }: ContentPage): HelpLine => ({
    title: fillTitle(texts[locale].title),
    description: fillTitle(texts[locale].description),
    href: localized(locale, contentPath(key)),
    isEnglish: !languages.includes(locale),
    votes: votes && (votes.get(key) ?? { yes: 0, no: 0 }),
  });
  const found = findArticles(articleIndex(locale), typed).flatMap(
    ({ key }) => ARTICLES.find((one) => one.key === key) ?? [],
  );
  return {
    page: "help",
    props: {
      query: typed,
      found: typed === "" ? null : found.map(lineOf),
      areas: HELP_AREAS.map((area) => ({
        area,
        lines: ARTICLES.filter(({ key }) => areaOf(key) === area).map(lineOf),
      })),
    },
    // What somebody looked for is seldom asked twice.
    ...(typed === "" ? { keeping: { topics: [], forMs: AGED_MS } } : {}),
  };
}

const READERS = staffMay("support", "read").roles;

async function votesFor(
  tx: PageContext["tx"],
  viewer: Viewer | undefined,
): Promise<ReadonlyMap<string, { yes: number; no: number }> | null> {
  const isReader = viewer && actsAsStaff(viewer) && viewer.roles.some((role) => READERS.includes(role as never));
  return isReader ? rows.countVotes(tx) : null;
}

export const helpPages: readonly PageRoute[] = [
  { path: "/help", policy: { auth: "public", rateLimit: "read", openEverywhere: true }, load: loadHelp },
];

type Vote = {
  readonly article: string;
  readonly isHelpful: boolean;
  readonly viewer: Viewer | undefined;
  readonly caller: Caller;
};

/** A second vote replaces the first. Refuses request.not_found. */
export async function voteForArticle(
  tx: Tx,
  { article, isHelpful, viewer, caller }: Vote,
): Promise<{ isHelpful: boolean }> {
  if (!ARTICLES.some(({ key }) => key === article)) throw new Refusal("request.not_found");
  // Only a digest is kept, another one for each article: the votes of a person cannot be put together.
  const who = viewer ? `account ${viewer.externalId}` : `visitor ${caller.ip} ${caller.userAgent}`;
  const voter = createHash("sha256").update(`${article}\n${who}`).digest();
  await rows.saveVote(tx, { article, voter, isHelpful });
  return { isHelpful };
}
