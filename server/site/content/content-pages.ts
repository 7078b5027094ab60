/** The pages of text as routes, and their places in the menus. */
import type { PageName } from "#contract/pages.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import {
  type ContentProps,
  contentPath,
  type Menu,
  type MenuLinks,
  type ShownProduct,
} from "#contract/site/content.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { AGED_MS } from "../../market/listing/index.ts";
import { hasCardIssuer } from "../../products/cards/index.ts";
import { hasRamps } from "../../products/ramps/index.ts";
import { hasStore } from "../../products/store/index.ts";
import { PAGES } from "#contract/pages.ts";
import { isPathKey, PATHS, routeOf } from "#contract/platform/paths.ts";
import { findPlainText } from "../../platform/texts.ts";
import { ARTICLES, areaOf } from "./articles.ts";
import { EVENTS, placeOfEvent } from "./events.ts";
import { headingsOf, linksIn, renderMarkdown } from "./markdown.ts";
import { fillIn, fillTitle, readsTables } from "./placeholders.ts";
import { POSTS } from "./posts.ts";
import { CONTENT } from "./read-all.ts";
import type { ContentPage } from "./read-content.ts";

const KEYS: ReadonlySet<string> = new Set(CONTENT.map(({ key }) => key));

/** Lessons of the academy have pages of their own. */
export const contentPages: readonly PageRoute[] = CONTENT.filter(({ key }) => !key.startsWith("academy/")).map(
  (page) => ({
    path: contentPath(page.key),
    policy: { auth: "public", rateLimit: "read", mayLag: true, ...(page.everywhere ? { openEverywhere: true } : {}) },
    load: (context) => loadContent(page, context),
  }),
);

const isHere: Readonly<Record<ShownProduct, () => boolean>> = {
  cards: hasCardIssuer,
  ramps: hasRamps,
  store: hasStore,
};

/** Of each file the HTML that was made last, with its Markdown: a figure in it may have changed since. */
const rendered = new Map<string, { readonly source: string; readonly html: string }>();

async function loadContent(content: ContentPage, context: PageContext): Promise<Shown> {
  const props = await textProps(content, context);
  const keeping = isSteady(content, context.locale) ? { topics: [], forMs: AGED_MS } : OF_THE_MOMENT;
  return { page: "content", props, keeping };
}

/** With figures of the market: for as long as a reader takes to read the first of them. */
const OF_THE_MOMENT = { topics: ["rates"], forMs: 5000 };

/** No part of it can change but by settings. */
const isSteady = ({ editions }: ContentPage, locale: Locale) =>
  editions.every(({ texts }) => {
    const { title, description, body } = texts[locale];
    return ![title, description, body].some(readsTables);
  });

/** Refuses request.not_found for a version that never was. */
export async function textProps(
  content: ContentPage,
  { tx, locale, query }: Pick<PageContext, "tx" | "locale" | "query">,
): Promise<ContentProps> {
  const { key, editions, product } = content;
  const [current] = editions;
  const isNumbered = current.version !== undefined && query.version !== undefined;
  const edition = isNumbered ? editions.find(({ version }) => String(version) === query.version) : current;
  if (!edition) throw new Refusal("request.not_found");
  const text = edition.texts[locale];
  const sources = [text.title, text.description, text.body];
  const language = edition.languages.includes(locale) ? locale : "en";
  const { version } = edition;
  const [title = "", description = "", body = ""] = await fillIn(tx, sources, {
    locale: language,
    reader: locale,
    version,
  });
  return {
    language,
    languages: [...edition.languages],
    ...placeOf(content, { locale, title, body }),
    title,
    description,
    actions: product && !isHere[product]() ? null : text.actions.flatMap((one) => linksIn(one, { locale, keys: KEYS })),
    html: htmlOf(`${key} ${edition.version} ${locale}`, body, locale),
    version: versionOf(edition, locale),
    otherVersions: editions.filter((one) => one !== edition).flatMap((one) => versionOf(one, locale) ?? []),
  };
}

/** So few headings need no list of them. */
const MANY_HEADINGS = 3;

type Placed = Pick<ContentProps, "trail" | "contents" | "others" | "article" | "posted" | "lasts">;
type ArticleText = { readonly locale: Locale; readonly title: string; readonly body: string };

/** Where an article of the help stands: the pages above it, its headings, and other articles of its area. */
function placeOf(content: ContentPage, { locale, title, body }: ArticleText): Placed {
  const alone: Placed = { trail: [], contents: [], others: [], article: null, posted: null, lasts: null };
  if (POSTS.includes(content)) return { ...alone, ...placeOfPost(content, { locale, title }) };
  if (EVENTS.includes(content)) return { ...alone, ...placeOfEvent(content, { locale, title }) };
  if (!ARTICLES.includes(content)) return alone;
  const area = areaOf(content.key);
  const index = localized(locale, PATHS.help);
  const headings = headingsOf(body, { locale, keys: KEYS });
  const ofArea = ARTICLES.filter(({ key }) => areaOf(key) === area);
  const at = ofArea.indexOf(content);
  return {
    ...alone,
    trail: [
      { title: findPlainText("help.title", locale) ?? "", href: index },
      { title: findPlainText(`help.area.${area}`, locale) ?? "", href: `${index}#${area}` },
      { title, href: "" },
    ],
    contents: headings.length >= MANY_HEADINGS ? headings : [],
    others: [...ofArea.slice(at + 1), ...ofArea.slice(0, at)]
      .toSorted((one, two) => Number(isIn(two, locale)) - Number(isIn(one, locale)))
      .slice(0, MOST_OTHERS)
      .map((one) => linkTo(one, locale)),
    article: content.key,
  };
}

function placeOfPost(post: ContentPage, { locale, title }: Pick<ArticleText, "locale" | "title">): Partial<Placed> {
  return {
    trail: [
      { title: findPlainText("blog.title", locale) ?? "", href: localized(locale, PATHS.blog) },
      { title, href: "" },
    ],
    others: POSTS.filter((one) => one !== post)
      .slice(0, MOST_OTHERS)
      .map((one) => linkTo(one, locale)),
    posted: post.editions[0].texts.en.updated,
  };
}

const MOST_OTHERS = 4;
const isIn = ({ editions: [{ languages }] }: ContentPage, locale: Locale) => languages.includes(locale);

const linkTo = (page: ContentPage, locale: Locale): MenuLinks["help"][number] => ({
  title: fillTitle(page.editions[0].texts[locale].title),
  href: localized(locale, contentPath(page.key)),
  ...(isIn(page, locale) ? {} : { lang: "en" }),
});

function htmlOf(file: string, source: string, locale: Locale): string {
  const known = rendered.get(file);
  if (known?.source === source) return known.html;
  const html = renderMarkdown(source, { locale, keys: KEYS });
  rendered.set(file, { source, html });
  return html;
}

function versionOf({ version, texts }: ContentPage["editions"][number], locale: Locale): ContentProps["version"] {
  return version === undefined ? null : { version, since: texts[locale].updated };
}

const MOST_ABOUT = 3;

/** The articles about a page: those about the very address, or about another address of its screen. */
function articlesAbout(page: PageName, route: string): readonly ContentPage[] {
  const keys = Object.keys(PAGES[page]).filter(isPathKey);
  const isThis = (key: string) => {
    const path: unknown = isPathKey(key) ? PATHS[key] : undefined;
    return typeof path === "string" && routeOf(path) === route;
  };
  const here = keys.filter(isThis);
  const about = (some: readonly string[]) =>
    ARTICLES.filter(({ screens = [] }) => screens.some((key) => some.includes(key)));
  const exact = about(here);
  return (exact.length > 0 ? exact : about(keys)).slice(0, MOST_ABOUT);
}

/** The pages of text that the footer lists, and the articles about the page above it. */
export function contentMenus(locale: Locale, page: PageName, route: string): MenuLinks {
  const listed = CONTENT.toSorted((one, two) => (one.order ?? 0) - (two.order ?? 0));
  const linksOf = (menu: Menu) => listed.filter((one) => one.menu === menu).map((one) => linkTo(one, locale));
  return {
    company: linksOf("company"),
    legal: linksOf("legal"),
    help: articlesAbout(page, route).map((one) => linkTo(one, locale)),
  };
}
