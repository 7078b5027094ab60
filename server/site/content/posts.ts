/** The blog: its list, its feed, and the page of changes, which is CHANGELOG.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { BRAND } from "#contract/platform/brand.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { BLOG_FEED, contentPath } from "#contract/site/content.ts";
import { AGED_MS } from "../../market/listing/index.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { findPlainText } from "../../platform/texts.ts";
import { renderMarkdown } from "./markdown.ts";
import { fillTitle } from "./placeholders.ts";
import { CONTENT } from "./read-all.ts";
import type { ContentPage } from "./read-content.ts";

const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true } as const;

const dayOf = ({ editions: [{ texts }] }: ContentPage) => texts.en.updated;

/** The newest first. */
export const POSTS: readonly ContentPage[] = CONTENT.filter(({ key }) => key.startsWith("blog/")).toSorted(
  (one, two) => dayOf(two).localeCompare(dayOf(one)) || (two.order ?? 0) - (one.order ?? 0),
);

const postIn = (post: ContentPage, locale: Locale) => {
  const [{ texts, languages }] = post.editions;
  return {
    title: fillTitle(texts[locale].title),
    description: fillTitle(texts[locale].description),
    href: localized(locale, contentPath(post.key)),
    posted: dayOf(post),
    isEnglish: !languages.includes(locale),
  };
};

async function loadBlog({ locale }: PageContext): Promise<Shown> {
  const props = { posts: POSTS.map((post) => postIn(post, locale)) };
  return { page: "blog", props, keeping: { topics: [], forMs: AGED_MS } };
}

const CHANGELOG = join(import.meta.dirname, "../../../CHANGELOG.md");

/** Made once. Its title is the page's own. */
const changes = renderMarkdown(readFileSync(CHANGELOG, "utf8").replace(/^# .*\n/, ""), {
  locale: "en",
  keys: new Set(),
});

async function loadChanges({ locale }: PageContext): Promise<Shown> {
  const title = findPlainText("blog.changes.title", locale) ?? "";
  const props = {
    ...{ title, description: findPlainText("blog.changes.lead", locale) ?? "", html: changes },
    ...{ language: "en" as const, languages: ["en" as const], trail: [], contents: [], others: [] },
    ...{ article: null, actions: [], posted: null, lasts: null, version: null, otherVersions: [] },
  };
  return { page: "content", props, keeping: { topics: [], forMs: AGED_MS } };
}

export const blogPages: readonly PageRoute[] = [
  { path: PATHS.blog, policy: OPEN, load: loadBlog },
  { path: PATHS.changelog, policy: OPEN, load: loadChanges },
];

/** RSS 2.0 of each language. */
export function mountFeeds(fastify: FastifyInstance, origin: string): void {
  for (const locale of LOCALES) {
    const text = feed(origin, locale);
    fastify.get(localized(locale, BLOG_FEED), { config: { policy: OPEN } }, async (_, reply) =>
      reply.type("application/rss+xml; charset=utf-8").header("cache-control", "public, max-age=3600").send(text),
    );
  }
}

function feed(origin: string, locale: Locale): string {
  const items = POSTS.map((post) => {
    const { title, description, href, posted } = postIn(post, locale);
    return `<item><title>${xml(title)}</title><link>${origin}${href}</link><guid>${origin}${href}</guid><pubDate>${new Date(posted).toUTCString()}</pubDate><description>${xml(description)}</description></item>`;
  });
  const self = origin + localized(locale, BLOG_FEED);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xml(`${BRAND}: ${findPlainText("blog.title", locale)}`)}</title>
<link>${origin}${localized(locale, PATHS.blog)}</link>
<description>${xml(findPlainText("blog.lead", locale) ?? "")}</description>
<language>${locale}</language>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel></rss>
`;
}

const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
